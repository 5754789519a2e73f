// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// An enumeration that may grow within `backgroundassets.v1`: a value of a newer service that this client does not know
/// is read as `unknown`. It is never sent.
package protocol OpenEnumeration: RawRepresentable, Codable, CaseIterable, Sendable where RawValue == String {
    static var unknown: Self { get }
}

extension OpenEnumeration {
    package init(from decoder: any Decoder) throws {
        self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
    }

    /// The values that this version of the service sends, as the `.varlink` file lists them.
    package static var known: [Self] { allCases.filter { $0.rawValue != unknown.rawValue } }
}
