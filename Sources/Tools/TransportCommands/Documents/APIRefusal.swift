// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ToolSupport

/// What a server has said no to, and why.
struct APIRefusal: Equatable, Sendable, CustomStringConvertible {
    let status: Int
    let problems: [APIProblem]
    /// Method and path, without a query: what stands in that may be a signature.
    let request: String
    /// Seconds that the server has asked for before the next try.
    var retryAfter: Double?

    var exitCode: ToolExitCode {
        switch status {
        case 401, 403: .noPermission
        case 404, 410: .noInput
        case 408, 429: .temporaryFailure
        case 500...: .unavailable
        default: .badInput
        }
    }

    /// Whether it comes from something else than a server of this interface, which says more of what it has not got.
    var isForeign: Bool { [404, 405, 410].contains(status) && problems.isEmpty }

    /// Whether one of the problems has this code, or one below it: servers may say more than was known once.
    func has(_ code: String) -> Bool {
        problems.contains { $0.code == code || $0.code.hasPrefix(code + ".") }
    }

    var description: String {
        let head =
            switch status {
            case 401: "the server does not take the key (401)"
            case 403: "the server does not allow this (403)"
            case 429: "the server wants fewer requests (429)"
            case 500...: "the server is at fault (\(status))"
            default: "the server refuses this (\(status))"
            }
        let lines = problems.map { "\n  \($0)" }.joined()
        return "\(head): \(request)\(lines)"
    }
}
