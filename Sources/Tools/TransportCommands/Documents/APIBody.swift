// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// The body of a request that makes or changes a resource.
struct APIBody: Sendable {
    let bytes: [UInt8]

    /// - `id`: nil of one that is made.
    /// - `related`: by name, the type and the identifier of what it leads to.
    init(
        _ type: String, id: String? = nil, attributes: [String: JSONValue] = [:],
        related: [String: (type: String, id: String)] = [:]
    ) {
        var data: [String: JSONValue] = ["type": .string(type)]
        if let id { data["id"] = .string(id) }
        if !attributes.isEmpty { data["attributes"] = .object(attributes) }
        if !related.isEmpty {
            data["relationships"] = .object(
                related.mapValues { .object(["data": .object(["type": .string($0.type), "id": .string($0.id)])]) })
        }
        var bytes: [UInt8] = []
        JSONValue.object(["data": .object(data)]).appendCompact(to: &bytes)
        self.bytes = bytes
    }
}
