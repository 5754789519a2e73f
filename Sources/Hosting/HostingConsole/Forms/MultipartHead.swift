// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What stands in front of a part of a form that has files (RFC 7578).
struct MultipartHead: Equatable, Sendable {
    /// That of the field.
    let name: String
    /// nil for a field that is no file.
    let fileName: String?

    init(name: String, fileName: String? = nil) {
        self.name = name
        self.fileName = fileName
    }

    /// - `text`: lines with CRLF between.
    init(_ text: String) throws(MultipartFault) {
        var disposition: Substring?
        for line in text.split(separator: "\r\n", omittingEmptySubsequences: false) {
            guard let colon = line.firstIndex(of: ":") else { throw .malformed("a part of it has no header") }
            guard line[..<colon].lowercased() == "content-disposition" else { continue }
            guard disposition == nil else { throw .malformed("a part of it is named twice") }
            disposition = line[line.index(after: colon)...]
        }
        guard let disposition else { throw .malformed("a part of it has no name") }
        var rest = disposition.drop { $0 == " " }
        guard rest.prefix("form-data".count).lowercased() == "form-data" else {
            throw .malformed("a part of it is no field")
        }
        rest = rest.dropFirst("form-data".count)
        var values: [String: String] = [:]
        while !rest.isEmpty {
            guard rest.first == ";" else { throw .malformed("the name of a part cannot be read") }
            rest = rest.dropFirst().drop { $0 == " " }
            let word = rest.prefix { $0 != "=" }
            let name = word.lowercased()
            rest = rest[word.endIndex...]
            guard rest.hasPrefix("=\""), values[name] == nil else {
                throw .malformed("the name of a part cannot be read")
            }
            let value = rest.dropFirst(2).prefix { $0 != "\"" }
            rest = rest[value.endIndex...]
            guard rest.first == "\"" else { throw .malformed("the name of a part has no end") }
            rest = rest.dropFirst().drop { $0 == " " }
            values[name] = Self.decoded(value)
        }
        guard let name = values["name"] else { throw .malformed("a part of it has no name") }
        self.name = name
        fileName = values["filename"]
    }

    /// As browsers write it: three characters are escaped, and no others (HTML, "multipart/form-data encoding algorithm").
    private static func decoded(_ text: Substring) -> String {
        String(text).replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }
}
