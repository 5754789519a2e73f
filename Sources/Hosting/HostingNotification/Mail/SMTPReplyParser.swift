// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Reads replies line by line.
struct SMTPReplyParser {
    private var code: Int?
    private var lines: [String] = []

    /// - `line`: without its end.
    /// - Returns: the reply, with its last line; nil before that.
    /// - Throws: for what is no line of a reply.
    mutating func take(_ line: String) throws(SMTPFailure) -> SMTPReply? {
        let digits = line.prefix(3)
        guard digits.utf8.count == 3, digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits),
            (200..<600).contains(number), number == code ?? number, lines.count < SMTPReply.largestLineCount
        else { throw .notSMTP(line) }
        let rest = line.dropFirst(3)
        guard rest.isEmpty || rest.first == " " || rest.first == "-" else { throw .notSMTP(line) }
        lines.append(String(rest.dropFirst()))
        guard rest.first == "-" else {
            let reply = SMTPReply(code: number, lines: lines)
            (code, lines) = (nil, [])
            return reply
        }
        code = number
        return nil
    }
}
