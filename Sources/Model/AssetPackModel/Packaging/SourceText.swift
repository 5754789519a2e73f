// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A text file that people write, kept so that errors can point into it.
package struct SourceText: Sendable {
    /// The file's name as the user gave it.
    package let name: String
    package let bytes: [UInt8]

    /// Code points.
    private static let longestMessage = 400

    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// The error that points at a byte of the text; an offset beyond the end counts as the end.
    package func error(at offset: Int, _ message: String) -> SourceError {
        diagnostic(at: offset, severity: .error, message)
    }

    /// A message that points at a byte of the text.
    package func diagnostic(at offset: Int, severity: SourceError.Severity, _ message: String) -> SourceError {
        let offset = min(max(0, offset), bytes.count)
        let newline = UInt8(ascii: "\n")
        let lineStart = bytes[..<offset].lastIndex(of: newline).map { $0 + 1 } ?? 0
        let lineEnd = bytes[offset...].firstIndex(of: newline) ?? bytes.count
        let line = bytes[..<lineStart].reduce(into: 1) { if $1 == newline { $0 += 1 } }
        let before = String(decoding: bytes[lineStart..<offset], as: UTF8.self)
        var text = String(decoding: bytes[lineStart..<lineEnd], as: UTF8.self)
        if text.unicodeScalars.last == "\r" { text.unicodeScalars.removeLast() }
        let skipped = before.unicodeScalars.first == "\u{feff}" ? 1 : 0
        return SourceError(
            file: name, line: line, column: before.unicodeScalars.count - skipped + 1, severity: severity,
            message: Self.bounded(message), excerpt: Self.excerpt(of: text, before: before))
    }

    /// What is quoted in a message may be as long as the text.
    private static func bounded(_ message: String) -> String {
        let scalars = message.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: longestMessage, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return message }
        return String(scalars[..<end]) + "…"
    }

    /// The line and under it a caret; a very long line is cut round the place.
    private static func excerpt(of line: String, before: String) -> String {
        let scalars = Array(line.unicodeScalars)
        let place = min(before.unicodeScalars.count, scalars.count)
        let start = max(0, place - 80)
        let shown = scalars[start..<min(scalars.count, place + 40)].map { isPrintable($0) ? $0 : "\u{fffd}" }
        let caret = scalars[start..<place].map { $0 == "\t" ? Unicode.Scalar("\t") : " " }
        return String(String.UnicodeScalarView(shown)) + "\n" + String(String.UnicodeScalarView(caret)) + "^"
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\t" || scalar.properties.generalCategory != .control
    }
}
