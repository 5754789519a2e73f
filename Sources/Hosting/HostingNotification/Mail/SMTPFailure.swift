// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why a server has not taken a mail.
enum SMTPFailure: Error, Equatable, CustomStringConvertible {
    /// It has said so, in answer to what.
    case refused(SMTPReply, to: String)
    /// It says something that is no reply.
    case notSMTP(String)
    /// It ends before its time, or answers nothing for long.
    case broken(String)
    /// TLS is asked for, and it offers none.
    case noTLS
    /// It offers no way to sign in that is known here.
    case noAuthentication(offered: [String])

    /// Whether another try would end the same.
    var isFinal: Bool {
        // Who is not let in may have a password to put right: that is tried again.
        if case .refused(let reply, let command) = self { return reply.isFinal && command != "AUTH" }
        return false
    }

    var description: String {
        switch self {
        case .refused(let reply, let command): "it answers \(command) with: \(reply.text)"
        case .notSMTP(let line): "it does not speak SMTP: \(line.prefix(80))"
        case .broken(let reason): reason
        case .noTLS: "it offers no STARTTLS: another port may (465 with smtps://), or it is on this machine (tls=none)"
        case .noAuthentication(let offered):
            "it offers neither AUTH PLAIN nor LOGIN, but \(offered.isEmpty ? "nothing" : offered.joined(separator: ", "))"
        }
    }
}
