// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// Reads Valve's KeyValues text, as Steam's build scripts are written: keys and values in double quotes or bare,
/// braces round children, `//` comments, and conditions in brackets, which are passed over.
///
/// A backslash in a quoted string stands for itself, except before a quote: scripts hold Windows paths.
package struct SteamScriptParser {
    package static let maximumDepth = 64

    private enum Token: Equatable {
        case text(String)
        case open
        case close
        case end
    }

    private let source: SourceText
    private var position = 0
    private var depth = 0

    private init(_ source: SourceText) { self.source = source }

    /// Reads a script.
    ///
    /// - Returns: its root, whose name is the kind of the script.
    /// - Throws: `SourceError` at the first byte that does not fit.
    package static func parse(_ source: SourceText) throws(SourceError) -> SteamScriptNode {
        var parser = SteamScriptParser(source)
        if source.bytes.starts(with: [0xef, 0xbb, 0xbf]) { parser.position = 3 }
        let roots = try parser.nodes(isNested: false, start: 0)
        guard let root = roots.first else { throw source.error(at: 0, "the script is empty") }
        guard roots.count == 1 else {
            throw source.error(at: roots[1].offset, "a script has one root, and this is a second one")
        }
        return root
    }

    private mutating func nodes(isNested: Bool, start: Int) throws(SourceError) -> [SteamScriptNode] {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw source.error(at: start, "nested deeper than \(Self.maximumDepth) levels")
        }
        var nodes: [SteamScriptNode] = []
        while true {
            let (token, offset) = try next()
            switch token {
            case .text(let key):
                let (value, valueOffset) = try next()
                switch value {
                case .text(let text): nodes.append(.init(key: key, offset: offset, value: .text(text)))
                case .open:
                    let children = try self.nodes(isNested: true, start: valueOffset)
                    nodes.append(.init(key: key, offset: offset, value: .children(children)))
                case .close, .end: throw source.error(at: offset, "the key \"\(key)\" has no value")
                }
            case .open: throw source.error(at: offset, "a key was expected before {")
            case .close:
                guard isNested else { throw source.error(at: offset, "this } closes nothing") }
                return nodes
            case .end:
                guard !isNested else { throw source.error(at: start, "this { is never closed") }
                return nodes
            }
        }
    }

    private mutating func next() throws(SourceError) -> (token: Token, offset: Int) {
        while position < source.bytes.count {
            let byte = source.bytes[position]
            switch byte {
            case 0...0x20: position += 1
            case UInt8(ascii: "/") where source.bytes[(position + 1)...].first == UInt8(ascii: "/"):
                while position < source.bytes.count, source.bytes[position] != 0x0a { position += 1 }
            case UInt8(ascii: "["):
                let start = position
                while position < source.bytes.count, source.bytes[position] != UInt8(ascii: "]") { position += 1 }
                guard position < source.bytes.count else { throw source.error(at: start, "this [ is never closed") }
                position += 1
            case UInt8(ascii: "{"), UInt8(ascii: "}"):
                position += 1
                return (byte == UInt8(ascii: "{") ? .open : .close, position - 1)
            case UInt8(ascii: "\""):
                let start = position
                return (.text(try quoted()), start)
            default:
                let start = position
                return (.text(try bare()), start)
            }
        }
        return (.end, position)
    }

    private mutating func quoted() throws(SourceError) -> String {
        let start = position
        position += 1
        var bytes: [UInt8] = []
        while position < source.bytes.count {
            let byte = source.bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try text(bytes, start)
            case UInt8(ascii: "\\") where isEscapedQuote:
                bytes.append(UInt8(ascii: "\""))
                position += 1
            default: bytes.append(byte)
            }
        }
        throw source.error(at: start, "this string is never closed")
    }

    /// Whether a quote follows that does not end its string: `"bin\"` does, as a path of Windows does.
    private var isEscapedQuote: Bool {
        guard position < source.bytes.count, source.bytes[position] == UInt8(ascii: "\"") else { return false }
        let rest = source.bytes[(position + 1)...].prefix { $0 != 0x0a && $0 != 0x0d }
        return rest.count { $0 == UInt8(ascii: "\"") } % 2 == 1
    }

    private mutating func bare() throws(SourceError) -> String {
        let start = position
        while position < source.bytes.count {
            let byte = source.bytes[position]
            guard byte > 0x20, !"{}\"".utf8.contains(byte) else { break }
            position += 1
        }
        return try text(Array(source.bytes[start..<position]), start)
    }

    private func text(_ bytes: [UInt8], _ start: Int) throws(SourceError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw source.error(at: start, "this string is not valid UTF-8")
        }
        return text
    }
}
