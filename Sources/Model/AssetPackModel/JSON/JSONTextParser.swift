// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Reads JSON as people write it: `//` and `/* */` comments and trailing commas are allowed, nothing else beyond
/// RFC 8259; or, when it is strict, that alone. Keys may not come twice, and nesting has a limit.
package struct JSONTextParser {
    /// Deepest nesting of arrays and objects.
    package static let maximumDepth = 128

    private let source: SourceText
    private let isStrict: Bool
    private var position = 0
    private var depth = 0

    private init(_ source: SourceText, isStrict: Bool) {
        self.source = source
        self.isStrict = isStrict
    }

    /// Reads one JSON value, which must be all that the text holds beside comments.
    ///
    /// - `isStrict`: as programs exchange it, with no comments and no trailing commas.
    /// - Throws: `SourceError` at the first byte that does not fit.
    package static func parse(_ source: SourceText, isStrict: Bool = false) throws(SourceError) -> JSONNode {
        var parser = JSONTextParser(source, isStrict: isStrict)
        // Some editors begin files with a byte order mark.
        if source.bytes.starts(with: [0xef, 0xbb, 0xbf]) { parser.position = 3 }
        try parser.skipSpace()
        guard parser.peek != nil else { throw parser.fail("the file is empty; a JSON object was expected") }
        let node = try parser.value()
        try parser.skipSpace()
        guard parser.peek == nil else { throw parser.fail("nothing may follow the end of the JSON value") }
        return node
    }

    private var peek: UInt8? { position < source.bytes.count ? source.bytes[position] : nil }

    private func fail(_ message: String, at offset: Int? = nil) -> SourceError {
        source.error(at: offset ?? position, message)
    }

    private mutating func take(_ byte: Character) -> Bool {
        guard let expected = byte.asciiValue, peek == expected else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() throws(SourceError) {
        while let byte = peek {
            switch byte {
            case 0x20, 0x09, 0x0a, 0x0d: position += 1
            case UInt8(ascii: "/") where !isStrict: try skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() throws(SourceError) {
        let start = position
        position += 1
        if take("/") {
            while let byte = peek, byte != 0x0a { position += 1 }
        } else if take("*") {
            while true {
                guard peek != nil else { throw fail("this comment is never closed with */", at: start) }
                if take("*") {
                    if take("/") { return }
                } else {
                    position += 1
                }
            }
        } else {
            throw fail("a comment begins with // or /*", at: start)
        }
    }

    private mutating func value() throws(SourceError) -> JSONNode {
        let start = position
        guard let byte = peek else { throw fail("the file ends where a value was expected") }
        switch byte {
        case UInt8(ascii: "{"): return JSONNode(offset: start, content: .object(try object()))
        case UInt8(ascii: "["): return JSONNode(offset: start, content: .array(try array()))
        case UInt8(ascii: "\""): return JSONNode(offset: start, content: .string(try string()))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return JSONNode(offset: start, content: try number())
        case UInt8(ascii: "'"): throw fail("strings stand in double quotes")
        default: return JSONNode(offset: start, content: try word())
        }
    }

    private mutating func word() throws(SourceError) -> JSONNode.Content {
        let start = position
        while let byte = peek, byte.isASCIILetter { position += 1 }
        switch String(decoding: source.bytes[start..<position], as: UTF8.self) {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        case "": throw fail("a value was expected: a string, number, object, array, true, false or null", at: start)
        case let word: throw fail("\"\(word)\" is no JSON value; strings stand in double quotes", at: start)
        }
    }

    private mutating func enter() throws(SourceError) {
        depth += 1
        guard depth <= Self.maximumDepth else { throw fail("nested deeper than \(Self.maximumDepth) levels") }
        position += 1
        try skipSpace()
    }

    private mutating func array() throws(SourceError) -> [JSONNode] {
        let start = position
        try enter()
        defer { depth -= 1 }
        var nodes: [JSONNode] = []
        while !take("]") {
            guard peek != nil else { throw fail("this array is never closed with ]", at: start) }
            nodes.append(try value())
            try separator(closing: "]", start: start, what: "array")
        }
        return nodes
    }

    private mutating func object() throws(SourceError) -> [JSONNode.Member] {
        let start = position
        try enter()
        defer { depth -= 1 }
        var members: [JSONNode.Member] = []
        var keys: Set<String> = []
        while !take("}") {
            let keyOffset = position
            guard let byte = peek else { throw fail("this object is never closed with }", at: start) }
            guard byte == UInt8(ascii: "\"") else { throw fail("a key in double quotes, or }, was expected") }
            let key = try string()
            guard keys.insert(key).inserted else { throw fail("the key \"\(key)\" comes twice", at: keyOffset) }
            try skipSpace()
            guard take(":") else { throw fail("a colon was expected after the key \"\(key)\"") }
            try skipSpace()
            members.append(JSONNode.Member(key: key, keyOffset: keyOffset, value: try value()))
            try separator(closing: "}", start: start, what: "object")
        }
        return members
    }

    /// Behind an element: a comma, or the closing bracket, which stays.
    private mutating func separator(closing: Character, start: Int, what: String) throws(SourceError) {
        let end = position
        try skipSpace()
        if peek == closing.asciiValue { return }
        guard peek != nil else { throw fail("this \(what) is never closed with \(closing)", at: start) }
        guard take(",") else { throw fail("a comma is missing behind this value, or \(closing) here", at: end) }
        try skipSpace()
        if peek == UInt8(ascii: ",") { throw fail("a value is missing between two commas") }
        if isStrict, peek == closing.asciiValue { throw fail("a value is missing behind the comma") }
    }

    private mutating func number() throws(SourceError) -> JSONNode.Content {
        let start = position
        _ = take("-")
        let digitsStart = position
        skipDigits()
        guard position > digitsStart else { throw fail("a digit was expected") }
        if position - digitsStart > 1, source.bytes[digitsStart] == UInt8(ascii: "0") {
            throw fail("a number may not begin with 0", at: start)
        }
        var isInteger = true
        if take(".") {
            isInteger = false
            try requireDigits()
        }
        if take("e") || take("E") {
            isInteger = false
            _ = take("+") || take("-")
            try requireDigits()
        }
        if let byte = peek, byte.isASCIILetter { throw fail("a number may not go on like this") }
        let text = String(decoding: source.bytes[start..<position], as: UTF8.self)
        if isInteger, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw fail("the number is too large", at: start) }
        return .number(number)
    }

    private mutating func skipDigits() {
        while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    }

    private mutating func requireDigits() throws(SourceError) {
        let start = position
        skipDigits()
        guard position > start else { throw fail("a digit was expected") }
    }

    private mutating func string() throws(SourceError) -> String {
        let start = position
        position += 1
        var bytes: [UInt8] = []
        while true {
            guard let byte = peek else { throw fail("this string is never closed", at: start) }
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw fail("this string is not valid UTF-8", at: start)
                }
                return text
            case UInt8(ascii: "\\"): try escape(into: &bytes)
            case 0x0a, 0x0d: throw fail("this string is never closed on its line", at: start)
            case 0..<0x20: throw fail("control characters are written as escapes, as in \\t or \\u0001")
            default:
                bytes.append(byte)
                position += 1
            }
        }
    }

    private mutating func escape(into bytes: inout [UInt8]) throws(SourceError) {
        let start = position
        position += 1
        guard let byte = peek else { throw fail("the file ends inside an escape", at: start) }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(byte)
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0c)
        case UInt8(ascii: "n"): bytes.append(0x0a)
        case UInt8(ascii: "r"): bytes.append(0x0d)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"):
            var code = try codeUnit(start)
            if code >= 0xd800, code < 0xdc00 {
                guard take("\\"), take("u") else { throw fail("half a surrogate pair", at: start) }
                let low = try codeUnit(start)
                guard low >= 0xdc00, low < 0xe000 else { throw fail("half a surrogate pair", at: start) }
                code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw fail("half a surrogate pair", at: start) }
            bytes.append(contentsOf: String(Character(scalar)).utf8)
        default:
            throw fail("no such escape; a backslash itself is written \\\\", at: start)
        }
    }

    private mutating func codeUnit(_ start: Int) throws(SourceError) -> UInt32 {
        let digits = source.bytes[position...].prefix(4)
        let text = String(decoding: digits, as: UTF8.self)
        guard digits.count == 4, digits.allSatisfy(\.isHexadecimalDigit), let code = UInt32(text, radix: 16) else {
            throw fail("\\u takes four hexadecimal digits", at: start)
        }
        position += 4
        return code
    }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_")
    }

    fileprivate var isHexadecimalDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }
}
