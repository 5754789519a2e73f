// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A `Range` field in bytes, as far as its syntax goes (RFC 9110, 14.1 and 14.2).
package struct ByteRangeRequest: Equatable, Sendable {
    package enum Spec: Equatable, Sendable {
        /// From `first` to `last`, which is nil for "to the end". Numbers too large for 64 bits are `Int64.max`.
        case from(Int64, through: Int64?)
        /// The last bytes, this many.
        case suffix(Int64)
    }

    package let specs: [Spec]

    /// Reads a field value; nil when the unit is not `bytes` or the syntax is wrong, in which case the field is
    /// ignored and the whole representation is sent.
    package init?(parsing text: String) {
        guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")),
            text[..<equals].trimmingOptionalWhitespace.lowercased() == "bytes"
        else { return nil }
        var specs: [Spec] = []
        for element in text[text.utf8.index(after: equals)...].split(separator: ",", omittingEmptySubsequences: true) {
            let element = element.trimmingOptionalWhitespace
            if element.isEmpty { continue }
            guard let spec = Self.spec(element) else { return nil }
            specs.append(spec)
        }
        if specs.isEmpty { return nil }
        self.specs = specs
    }

    private static func spec(_ text: String) -> Spec? {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        if parts[0].isEmpty { return number(parts[1]).map { .suffix($0) } }
        guard let first = number(parts[0]) else { return nil }
        if parts[1].isEmpty { return .from(first, through: nil) }
        guard let last = number(parts[1]), last >= first else { return nil }
        return .from(first, through: last)
    }

    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int64(text) ?? .max
    }
}

extension ByteRangeRequest {
    /// The most ranges that one request may name: a download needs one, a repair of a file a few.
    package static let maximumCount = 16

    /// What a request comes to for a representation of a known size.
    package enum Resolution: Equatable, Sendable {
        /// In the order they were asked for; none empty, none touching another.
        case ranges([Range<Int64>])
        /// 416: nothing of it is there, or it names too many ranges.
        case unsatisfiable
    }

    /// Cuts the ranges to the size, leaves out those beyond it and joins those that overlap or touch.
    package func resolved(size: Int64, maximumCount: Int = Self.maximumCount) -> Resolution {
        guard specs.count <= maximumCount else { return .unsatisfiable }
        var ranges: [Range<Int64>] = []
        for spec in specs {
            let range: Range<Int64>
            switch spec {
            case .from(let first, let last):
                guard first < size else { continue }
                range = first..<(min(last ?? size - 1, size - 1) + 1)
            case .suffix(let count):
                guard count > 0, size > 0 else { continue }
                range = max(0, size - min(count, size))..<size
            }
            Self.insert(range, into: &ranges)
        }
        return ranges.isEmpty ? .unsatisfiable : .ranges(ranges)
    }

    /// A range that joins earlier ones takes the place of the first of them.
    private static func insert(_ range: Range<Int64>, into ranges: inout [Range<Int64>]) {
        var joined = range
        var place: Int?
        var index = 0
        while index < ranges.count {
            let other = ranges[index]
            if joined.lowerBound <= other.upperBound, other.lowerBound <= joined.upperBound {
                joined = min(joined.lowerBound, other.lowerBound)..<max(joined.upperBound, other.upperBound)
                ranges.remove(at: index)
                place = min(place ?? index, index)
                // The larger range may reach others that were apart from it before.
                index = 0
            } else {
                index += 1
            }
        }
        ranges.insert(joined, at: place ?? ranges.count)
    }
}
