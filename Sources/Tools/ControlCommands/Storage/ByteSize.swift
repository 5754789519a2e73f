// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// A size as people write it: `500MB`, `2GiB`, `1000`.
struct ByteSize: ExpressibleByArgument, Equatable, Sendable {
    private static let units: [(name: String, bytes: Int64)] = [
        ("kib", 1 << 10), ("mib", 1 << 20), ("gib", 1 << 30), ("tib", 1 << 40), ("kb", 1_000), ("mb", 1_000_000),
        ("gb", 1_000_000_000), ("tb", 1_000_000_000_000), ("b", 1), ("", 1),
    ]
    /// Bytes, more than none.
    let count: Int64

    init?(argument: String) {
        let text = argument.lowercased()
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        guard let number = Int64(digits), let factor = Self.units.first(where: { $0.name == unit })?.bytes else {
            return nil
        }
        let (product, overflows) = number.multipliedReportingOverflow(by: factor)
        guard !overflows, product > 0 else { return nil }
        count = product
    }
}
