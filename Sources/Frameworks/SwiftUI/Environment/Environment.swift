// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Observation

/// Reads what a view or scene finds around it, as it is at that moment.
@propertyWrapper public struct Environment<Value> {
    private let read: () -> Value

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { read = { EnvironmentValues()[keyPath: keyPath] } }

    /// An object that views above this one have put there, by `.environment(_:)`. No view is shown here, and no view's `body` is asked for it.
    public init(_ objectType: Value.Type) where Value: AnyObject & Observable {
        // As on Apple's platforms, where none was put there.
        read = { fatalError("no object of type \(objectType) is in the environment: views are not shown here") }
    }

    /// The same, where there need be none.
    public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? { read = { nil } }

    public var wrappedValue: Value { read() }
}
