// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How deep a property list nests, and how much it holds, found out without parsing it.
///
/// Foundation's parsers call themselves for each level and follow each reference of the binary form, so that a small file
/// could use up the stack, or all time. What an app says of itself nests a few levels.
struct PropertyListShape {
    /// Deepest nesting that is parsed.
    static let depthLimit = 32
    /// Most values, each counted as often as something refers to it.
    static let valueLimit = 100_000

    /// What in XML is text, whatever stands in it.
    private static let passages = [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>")].map { (start: $0.0, end: $0.1) }

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether it can be handed to a parser. What is no property list at all may pass: the parser says so.
    var isHarmless: Bool {
        if bytes.starts(with: "bplist".utf8) { return BinaryPropertyListShape(bytes)?.isHarmless ?? true }
        let text = bytes.filter { $0 != 0 }
        // In XML brackets are only text, in the old form of NeXT they are all there is.
        let opening = text.first { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "(") }
        return opening == UInt8(ascii: "<") ? depthOfXML(text) <= Self.depthLimit : depthOfText(text) <= Self.depthLimit
    }

    /// The deepest nesting of `<array>` and `<dict>`; of bytes without the zeros of wider encodings.
    private func depthOfXML(_ text: [UInt8]) -> Int {
        var depth = 0
        var deepest = 0
        var rest = text[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            if let end = Self.passages.first(where: { rest.starts(with: $0.start.utf8) })?.end {
                guard let place = rest.firstRange(of: Array(end.utf8)) else { break }
                rest = rest[place.upperBound...]
                continue
            }
            let isEnd = rest.first == UInt8(ascii: "/")
            let name = isEnd ? rest.dropFirst() : rest
            guard name.starts(with: "array".utf8) || name.starts(with: "dict".utf8) else { continue }
            depth = max(0, depth + (isEnd ? -1 : 1))
            // An empty element ends itself.
            if !isEnd, let end = rest.firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }),
                end > rest.startIndex,
                rest[end - 1] == UInt8(ascii: "/")
            {
                depth -= 1
            }
            deepest = max(deepest, depth)
        }
        return deepest
    }

    private func depthOfText(_ text: [UInt8]) -> Int {
        var depth = 0
        var deepest = 0
        for byte in text {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
            default: continue
            }
            deepest = max(deepest, depth)
        }
        return deepest
    }
}
