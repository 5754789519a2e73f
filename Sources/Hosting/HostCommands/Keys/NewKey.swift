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
    /// The bundle identifiers of those that it is limited to; nil for all apps.
    let apps: [String]?
    let privateKey: String

    /// - `apps`: bundle identifiers of those that it is limited to; none for all.
    static func make(name: String, role: Role, apps: [String], in store: HostStore) async throws -> NewKey {
        var ids: [String] = []
        for bundleID in apps { ids.append(try await store.app(bundleID: bundleID).id) }
        let issuer = try await HostSecrets(store).issuer
        let made = try await store.createKey(name: name, role: role, appIDs: apps.isEmpty ? nil : ids)
        return NewKey(made.key, apps: apps.isEmpty ? nil : apps, privateKey: made.privateKey, issuer: issuer)
    }

    /// That of an administrator; nil when the host has keys already.
    static func first(in store: HostStore) async throws -> NewKey? {
        let issuer = try await HostSecrets(store).issuer
        return try await store.createFirstKey(name: "first administrator", role: .admin).map {
            NewKey($0.key, apps: nil, privateKey: $0.privateKey, issuer: issuer)
        }
    }

    private init(_ key: APIKey, apps: [String]?, privateKey: String, issuer: String) {
        id = key.id
        self.issuer = issuer
        role = key.role.rawValue
        name = key.name
        self.apps = apps
        self.privateKey = privateKey
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
