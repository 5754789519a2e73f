// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// How tools print JSON: keys sorted, two spaces of indentation, times in ISO 8601, no escaped slashes.
package enum JSONOutput {
    /// The text of a value, with no line end after it.
    ///
    /// - Throws: `ToolError` when the value has no JSON form (a number that is not finite).
    package static func text(_ value: some Encodable) throws(ToolError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            throw ToolError(.software, "the result has no JSON form: \(error)")
        }
    }
}

extension Console {
    /// Writes a value as JSON to standard output.
    package func writeJSON(_ value: some Encodable) throws(ToolError) { write(try JSONOutput.text(value)) }
}
