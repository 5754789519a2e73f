// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a pax extended header says of the next entry: records of the form `LENGTH KEY=VALUE\n`.
struct PaxRecords {
    private(set) var path: [UInt8]?
    private(set) var linkPath: [UInt8]?
    private(set) var size: UInt64?
    /// A GNU sparse file is described.
    private(set) var isSparse = false

    init() {}

    /// - Throws: a reason, when a record is malformed.
    init(_ bytes: [UInt8]) throws(TarHeader.Fault) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let space = rest.firstIndex(of: UInt8(ascii: " ")), space - rest.startIndex <= 8,
                let length = Int(String(decoding: rest[..<space], as: UTF8.self)), length <= rest.count,
                rest.startIndex + length > space + 1, rest[rest.startIndex + length - 1] == UInt8(ascii: "\n"),
                let equals = rest[(space + 1)...].firstIndex(of: UInt8(ascii: "=")),
                equals < rest.startIndex + length
            else { throw TarHeader.Fault(reason: "its extended header cannot be read") }
            let end = rest.startIndex + length
            try take(key: String(decoding: rest[(space + 1)..<equals], as: UTF8.self), rest[(equals + 1)..<(end - 1)])
            rest = rest[end...]
        }
    }

    private mutating func take(key: String, _ value: ArraySlice<UInt8>) throws(TarHeader.Fault) {
        switch key {
        case "path": path = Array(value)
        case "linkpath": linkPath = Array(value)
        case "size":
            guard let number = UInt64(String(decoding: value, as: UTF8.self)), number <= UInt64(Int64.max) else {
                throw TarHeader.Fault(reason: "the size in its extended header is none")
            }
            size = number
        case _ where key.hasPrefix("GNU.sparse."): isSparse = true
        default: break
        }
    }

    /// Whether it changes what an entry is or holds: a global header must not.
    var isOfConsequence: Bool { path != nil || linkPath != nil || size != nil || isSparse }
}
