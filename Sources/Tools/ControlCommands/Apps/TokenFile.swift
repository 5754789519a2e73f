// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A file with a token that a host is shown: on a command line everybody would see it.
enum TokenFile {
    /// - `path`: as it was given.
    /// - Throws: `notFound`, `malformed` for one that has no line, or several.
    static func read(_ path: String, _ context: ControlContext) throws(ControlError) -> String {
        let path = context.absolute(path)
        let text: String
        do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
            throw .notFound("\(path) cannot be read: \(error.localizedDescription)")
        }
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty else {
            throw .malformed("\(path) is empty: it holds the token that `ba-host device-token create` has printed")
        }
        guard token.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0.value < 0x7f }) else {
            throw .malformed("\(path) holds more than a token, which is one word of ASCII characters")
        }
        return token
    }
}
