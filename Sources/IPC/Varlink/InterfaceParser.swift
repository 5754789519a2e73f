// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Reads the text of a Varlink interface by recursive descent; nesting is bounded.
struct InterfaceParser {
    typealias ValueType = InterfaceDescription.ValueType
    typealias Field = InterfaceDescription.Field

    private static let deepestNesting = 64

    private let text: String
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    /// The comment lines above what is read next.
    private var comment: [String] = []
    /// Names of types that were used, with the line of their first use.
    private var used: [String: Int] = [:]

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    mutating func parse() throws(InterfaceDescriptionError) -> InterfaceDescription {
        var types: [String: ValueType] = [:]
        var methods: [InterfaceDescription.Method] = []
        var errors: [String: [Field]] = [:]
        try expect("interface")
        let documentation = takeComment()
        let name = try interfaceName()
        var members: Set<String> = []
        while true {
            skipSpace()
            guard position < bytes.count else { break }
            let keyword = try word("a member: type, method or error")
            let documentation = takeComment()
            let member = try memberName()
            guard members.insert(member).inserted else { throw fault("\(member) is defined twice") }
            switch keyword {
            case "type":
                types[member] =
                    try next() == UInt8(ascii: "(") ? try structureOrEnumeration(depth: 0) : try type(depth: 0)
            case "method":
                let parameters = try structure(depth: 0)
                try expectArrow()
                methods.append(
                    .init(
                        name: member, parameters: parameters, reply: try structure(depth: 0),
                        documentation: documentation))
            case "error":
                errors[member] = try structure(depth: 0)
            default:
                throw fault("\"\(keyword)\" is neither type, method nor error")
            }
        }
        for (name, line) in used.sorted(by: { $0.value < $1.value }) where types[name] == nil {
            throw InterfaceDescriptionError(line: line, reason: "the type \(name) is not defined")
        }
        return InterfaceDescription(
            name: name, documentation: documentation, types: types, methods: methods, errors: errors, text: text)
    }

    // MARK: Types

    private mutating func type(depth: Int) throws(InterfaceDescriptionError) -> ValueType {
        guard depth < Self.deepestNesting else { throw fault("types are nested too deeply") }
        switch try next() {
        case UInt8(ascii: "?"):
            position += 1
            let inner = try type(depth: depth + 1)
            if case .optional = inner { throw fault("\"??\" is no type") }
            return .optional(inner)
        case UInt8(ascii: "["):
            position += 1
            if try next() == UInt8(ascii: "]") {
                position += 1
                return .array(try type(depth: depth + 1))
            }
            try expect("string")
            try expect("]")
            return .dictionary(try type(depth: depth + 1))
        case UInt8(ascii: "("):
            return try structureOrEnumeration(depth: depth + 1)
        default:
            let name = try word("a type")
            switch name {
            case "bool": return .bool
            case "int": return .int
            case "float": return .float
            case "string": return .string
            case "object": return .object
            default:
                guard name.utf8.first.map(Self.isUpper) == true else { throw fault("\"\(name)\" is no type") }
                if used[name] == nil { used[name] = line }
                return .named(name)
            }
        }
    }

    private mutating func structure(depth: Int) throws(InterfaceDescriptionError) -> [Field] {
        guard case .structure(let fields) = try structureOrEnumeration(depth: depth) else {
            throw fault("an enumeration stands where fields are wanted")
        }
        return fields
    }

    /// `(name: type, …)` or `(name, …)`; `()` is a structure without fields.
    private mutating func structureOrEnumeration(depth: Int) throws(InterfaceDescriptionError) -> ValueType {
        try expect("(")
        if try next() == UInt8(ascii: ")") {
            position += 1
            return .structure([])
        }
        var fields: [Field] = []
        var values: [String] = []
        var names: Set<String> = []
        while true {
            let name = try word("the name of a field")
            guard names.insert(name).inserted else { throw fault("the field \(name) is there twice") }
            if try next() == UInt8(ascii: ":"), values.isEmpty {
                position += 1
                fields.append(Field(name: name, type: try type(depth: depth + 1)))
            } else {
                guard fields.isEmpty else { throw fault("the field \(name) has no type") }
                values.append(name)
            }
            if try next() == UInt8(ascii: ",") {
                position += 1
                continue
            }
            try expect(")")
            comment = []
            return fields.isEmpty ? .enumeration(values) : .structure(fields)
        }
    }

    // MARK: Words

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
                // An empty line ends a comment that belongs to what follows.
                if position < bytes.count, bytes[position] == UInt8(ascii: "\n") { comment = [] }
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                position += 1
            case UInt8(ascii: "#"):
                let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                let content = bytes[(position + 1)..<end].drop { $0 == UInt8(ascii: " ") }
                comment.append(String(decoding: content, as: UTF8.self))
                position = end
            default:
                return
            }
        }
    }

    private mutating func takeComment() -> String {
        defer { comment = [] }
        return comment.joined(separator: "\n")
    }

    /// The next byte that is no space, without taking it.
    private mutating func next() throws(InterfaceDescriptionError) -> UInt8 {
        skipSpace()
        guard position < bytes.count else { throw fault("the text ends in the middle of something") }
        return bytes[position]
    }

    private mutating func expect(_ token: String) throws(InterfaceDescriptionError) {
        _ = try next()
        let end = position + token.utf8.count
        guard end <= bytes.count, bytes[position..<end].elementsEqual(token.utf8) else {
            throw fault("\"\(token)\" is missing")
        }
        position = end
    }

    private mutating func expectArrow() throws(InterfaceDescriptionError) { try expect("->") }

    private mutating func word(_ what: String) throws(InterfaceDescriptionError) -> String {
        let first = try next()
        guard Self.isLetter(first) else { throw fault("\(what) is missing") }
        let end = bytes[position...].firstIndex { !Self.isLetter($0) && !Self.isDigit($0) && $0 != UInt8(ascii: "_") }
        defer { position = end ?? bytes.count }
        return String(decoding: bytes[position..<(end ?? bytes.count)], as: UTF8.self)
    }

    private mutating func memberName() throws(InterfaceDescriptionError) -> String {
        let name = try word("the name of a member")
        guard name.utf8.first.map(Self.isUpper) == true, !name.utf8.contains(UInt8(ascii: "_")) else {
            throw fault("\"\(name)\" is no name of a member: it begins with a capital and has letters and digits")
        }
        return name
    }

    private mutating func interfaceName() throws(InterfaceDescriptionError) -> String {
        _ = try next()
        let end =
            bytes[position...].firstIndex {
                !Self.isLetter($0) && !Self.isDigit($0) && $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-")
            } ?? bytes.count
        let name = String(decoding: bytes[position..<end], as: UTF8.self)
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isValid =
            parts.count >= 2 && name.utf8.count <= 255 && name.utf8.first.map(Self.isLetter) == true
            && parts.allSatisfy { part in
                !part.isEmpty && part.first != UInt8(ascii: "-") && part.last != UInt8(ascii: "-")
            }
        guard isValid else { throw fault("\"\(name)\" is no name of an interface") }
        position = end
        return name
    }

    private func fault(_ reason: String) -> InterfaceDescriptionError {
        InterfaceDescriptionError(line: line, reason: reason)
    }

    private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool {
        isUpper(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}
