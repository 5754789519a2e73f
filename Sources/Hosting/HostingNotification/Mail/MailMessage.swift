// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import HostingModel

/// A mail as it is sent (RFC 5322): plain text, in lines that end with CRLF.
package struct MailMessage: Sendable {
    let sender: MailAddress
    let recipient: MailAddress
    /// With its headers, in ASCII, with no line longer than mail may have.
    let text: String

    /// - `id`: by which receivers tell that they have it already.
    /// - `subject`: one line; what would break it becomes spaces.
    /// - `body`: lines with `\n` between.
    package init(
        id: String, from sender: MailAddress, to recipient: MailAddress, subject: String, body: String, date: Timestamp
    ) {
        self.sender = sender
        self.recipient = recipient
        text = [
            "From: <\(sender)>", "To: <\(recipient)>", "Subject: " + HeaderText.encoded(subject),
            "Date: " + Self.text(of: date), "Message-ID: <\(id)@\(sender.domain)>", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable",
            // Nobody's absence is to be told to a program (RFC 3834).
            "Auto-Submitted: auto-generated", "", QuotedPrintable.encoded(body),
        ].joined(separator: "\r\n")
    }

    /// As DATA takes it: lines that begin with a point have one more.
    var dotted: String {
        text.components(separatedBy: "\r\n").map { ($0.hasPrefix(".") ? "." : "") + $0 + "\r\n" }.joined()
    }

    private static func text(of time: Timestamp) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
        return formatter.string(from: Date(timeIntervalSince1970: time.seconds))
    }
}
