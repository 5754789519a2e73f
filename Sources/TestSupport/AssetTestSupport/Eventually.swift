// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Looks again and again for what other processes do, which nobody is told of, until there is a value; the test's own time
/// limit ends it.
package func eventualValue<Value>(_ value: () async throws -> Value?) async throws -> Value {
    while true {
        if let value = try await value() { return value }
        // One that only yielded would take a processor from those that are waited for.
        try await Task.sleep(for: .milliseconds(2))
    }
}

/// Looks again and again until something is so.
package func eventually(_ isSo: () async throws -> Bool) async throws {
    try await eventualValue { try await isSo() ? () : nil }
}
