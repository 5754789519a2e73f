// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Metrics
internal import Synchronization

/// What requests are measured by, looked up once for each kind and method.
package final class RequestMeters: Sendable {
    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    private struct Name: Hashable {
        let kind: String
        let method: String
    }

    private let registry: MetricsRegistry
    private let known = Mutex<[Name: RequestMeter]>([:])

    package init(registry: MetricsRegistry) { self.registry = registry }

    /// - `method`: whatever was sent.
    func meters(of kind: String, method: String) -> RequestMeter {
        // A client could name any number of others.
        let name = Name(kind: kind, method: Self.methods.contains(method) ? method : "other")
        return known.withLock { known in
            if let meter = known[name] { return meter }
            let meter = RequestMeter(kind: name.kind, method: name.method, registry: registry)
            known[name] = meter
            return meter
        }
    }
}
