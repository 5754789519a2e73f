// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The texts that a value can be one of.
struct EnumerationSchema: Equatable, Sendable, ExpressibleByArrayLiteral {
    /// What the OpenAPI document calls it, where all that have these values refer to it; nil for what one place alone has.
    let name: String?
    let values: [String]

    init(_ name: String?, _ values: [String]) {
        self.name = name
        self.values = values
    }

    /// All values of a type.
    init<Value: CaseIterable & RawRepresentable>(_ name: String?, _ type: Value.Type) where Value.RawValue == String {
        self.init(name, type.allCases.map(\.rawValue))
    }

    init(arrayLiteral values: String...) { self.init(nil, values) }
}
