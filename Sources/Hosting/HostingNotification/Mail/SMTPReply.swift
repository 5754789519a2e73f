// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a server answers: a number, and lines of text.
struct SMTPReply: Equatable, Sendable {
    static let longestLine = 4_096
    static let largestLineCount = 100

    let code: Int
    let lines: [String]

    var isPositive: Bool { (200..<400).contains(code) }
    /// Asked again, it would answer the same.
    var isFinal: Bool { (500..<600).contains(code) }

    var text: String { "\(code) " + lines.joined(separator: " ") }

    /// Whether it names an extension (of an EHLO), and with what.
    func parameters(of keyword: String) -> [String]? {
        for line in lines.dropFirst() {
            let words = line.split(separator: " ").map(String.init)
            if words.first?.uppercased() == keyword { return words.dropFirst().map { $0.uppercased() } }
        }
        return nil
    }
}
