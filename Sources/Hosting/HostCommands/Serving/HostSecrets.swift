// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HostingStorage

/// What a host makes once and keeps: its name towards clients, and what it signs its own addresses with.
struct HostSecrets {
    let issuer: String
    let uploadKey: [UInt8]
    let deliveryKey: [UInt8]

    init(_ store: HostStore) async throws(StorageError) {
        issuer = try await store.issuer()
        uploadKey = try await Self.key("upload-key", in: store)
        deliveryKey = try await Self.key("delivery-key", in: store)
    }

    private static func key(_ name: String, in store: HostStore) async throws(StorageError) -> [UInt8] {
        // From the system's generator.
        let random = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        let text = try await store.setting(name, initial: Data(random).base64EncodedString())
        guard let key = Data(base64Encoded: text), key.count == random.count else {
            throw .unexpected("the setting \(name), which addresses are signed with, is no key")
        }
        return Array(key)
    }
}
