// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A value that a database keeps.
package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
}

/// What a statement can take as a value.
package protocol SQLConvertible {
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLConvertible {
    package var sqlValue: SQLValue { self }
}
extension Int64: SQLConvertible {
    package var sqlValue: SQLValue { .integer(self) }
}
extension Int: SQLConvertible {
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}
extension Double: SQLConvertible {
    package var sqlValue: SQLValue { .real(self) }
}
extension String: SQLConvertible {
    package var sqlValue: SQLValue { .text(self) }
}
/// 0 or 1: SQLite has no type for it.
extension Bool: SQLConvertible {
    package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}
extension [UInt8]: SQLConvertible {
    package var sqlValue: SQLValue { .bytes(self) }
}
extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    package var sqlValue: SQLValue { self?.sqlValue ?? .null }
}
extension RawRepresentable where Self: SQLConvertible, RawValue: SQLConvertible {
    package var sqlValue: SQLValue { rawValue.sqlValue }
}
