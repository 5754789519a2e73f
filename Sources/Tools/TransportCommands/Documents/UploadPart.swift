// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import FoundationEssentials

/// How a part of a file is uploaded, as the server wants it.
struct UploadPart: Sendable {
    /// An entity tag says whose bytes it is of in no way that is agreed on; here it is text to be compared.
    let entityTag: String?
    let method: String
    let url: String
    /// Sent along exactly.
    let headers: [(name: String, value: String)]
    let offset: Int64
    let length: Int64
    /// Counted from 1.
    let number: Int

    /// - `index`: its place in the list, which numbers it where the server does not.
    init(_ operation: JSONValue, index: Int) throws(TransportError) {
        guard let url = operation["url"]?.string, let length = operation["length"]?.integer, length > 0,
            let offset = operation["offset"]?.integer, offset >= 0, offset <= Int64.max - length
        else { throw .nonsense("the server tells of a part without its address, place and length") }
        method = operation["method"]?.string ?? "PUT"
        self.url = url
        self.offset = offset
        self.length = length
        number = operation["partNumber"]?.integer.flatMap { Int(exactly: $0) } ?? index + 1
        headers = (operation["requestHeaders"]?.elements ?? []).compactMap { header in
            header["name"]?.string.map { ($0, header["value"]?.string ?? "") }
        }
        entityTag = operation["entityTag"]?.string.map(Self.plain)
    }

    /// An entity tag without its quotes, which some servers leave out.
    static func plain(_ tag: String) -> String {
        var text = tag[...]
        if text.hasPrefix("W/") { text = text.dropFirst(2) }
        if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") { text = text.dropFirst().dropLast() }
        return String(text)
    }

    /// Whether others can read it on its way: over a network, with no encryption.
    var isExposed: Bool {
        guard let components = URLComponents(string: url), components.scheme?.lowercased() == "http" else {
            return false
        }
        return !ServerAddress.isThisMachine(components.host ?? "")
    }
}
