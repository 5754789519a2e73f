// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingStorage

/// A key that was made now: the only time that its private half is seen.
struct NewKey: Encodable {
    let id: String
    let issuer: String
    let role: String
    let name: String
    let privateKey: String

    static func make(name: String, role: Role, appIDs: [String]?, in store: HostStore) async throws -> NewKey {
        let secrets = try await HostSecrets(store)
        let made = try await store.createKey(name: name, role: role, appIDs: appIDs)
        return NewKey(
            id: made.key.id, issuer: secrets.issuer, role: role.rawValue, name: name, privateKey: made.privateKey)
    }

    /// For people.
    var text: String {
        """
        The key of the \(name), which is not shown again. Keep it as AuthKey_\(id).p8, mode 600.
        key ID: \(id)
        issuer: \(issuer)
        \(privateKey)
        """
    }
}
