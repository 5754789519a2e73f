// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Takes the header of an entry apart into fields: three letters, a type byte, and a value whose length the type tells.
struct FieldReader {
    enum Value {
        case flag
        case number(UInt64)
        case text(ArraySlice<UInt8>)
        /// Bytes after the header.
        case blob(UInt64)
        case digest([UInt8])
        case time(EntryTime)
    }

    private let bytes: [UInt8]
    private let entry: Int
    private var place = EntryStreamParser.prefixLength

    init(bytes: [UInt8], entry: Int) {
        self.bytes = bytes
        self.entry = entry
    }

    /// An error about this header.
    func malformed(_ reason: String) -> ArchiveError { .badHeader(entry: entry, reason: reason) }

    /// The next field; nil when the header ends where a field does.
    mutating func next() throws(ArchiveError) -> (key: String, value: Value)? {
        guard place < bytes.count else { return nil }
        let head = try take(4)
        let key = String(decoding: head.prefix(3), as: UTF8.self)
        guard head.prefix(3).allSatisfy({ 0x20 < $0 && $0 < 0x7f }) else {
            throw malformed("the name of a field is not three letters")
        }
        let value: Value
        switch Unicode.Scalar(head[head.startIndex + 3]) {
        case "*": value = .flag
        case "1": value = .number(try number(1))
        case "2": value = .number(try number(2))
        case "4": value = .number(try number(4))
        case "8": value = .number(try number(8))
        case "P": value = .text(try take(Int(try number(2))))
        case "A": value = .blob(try number(2))
        case "B": value = .blob(try number(4))
        case "C": value = .blob(try number(8))
        case "F": value = .digest(Array(try take(4)))
        case "G": value = .digest(Array(try take(20)))
        case "H": value = .digest(Array(try take(32)))
        case "I": value = .digest(Array(try take(48)))
        case "J": value = .digest(Array(try take(64)))
        case "S": value = .time(EntryTime(seconds: Int64(bitPattern: try number(8))))
        case "T":
            let seconds = Int64(bitPattern: try number(8))
            value = .time(EntryTime(seconds: seconds, nanoseconds: UInt32(try number(4))))
        default: throw malformed("its \(key) field is of an unknown type")
        }
        return (key, value)
    }

    private mutating func take(_ count: Int) throws(ArchiveError) -> ArraySlice<UInt8> {
        guard count <= bytes.count - place else { throw malformed("a field goes beyond its end") }
        defer { place += count }
        return bytes[place..<place + count]
    }

    /// A little-endian number.
    private mutating func number(_ count: Int) throws(ArchiveError) -> UInt64 {
        try take(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
