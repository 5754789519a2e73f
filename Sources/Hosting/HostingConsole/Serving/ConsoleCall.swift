// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel
internal import HostingOpenID
internal import HostingStorage

/// A request that its route allows.
struct ConsoleCall: Sendable {
    let store: HostStore
    /// nil on pages for everybody.
    let session: MemberSession?
    /// What stands in the places of the route.
    let parameters: [String]
    let query: FormFields
    let form: FormFields
    /// Scheme, host and port, as browsers see them.
    let base: String
    let now: Timestamp
    /// Where the request comes from, as far as that is known.
    let client: String
    /// Somebody who has gone to a provider to sign in, and comes back.
    let attempt: OpenIDAttempt?

    /// Whoever is signed in.
    var member: Member {
        get throws(ConsoleFailure) {
            guard let session else { throw .forbidden("Sign in first.") }
            return session.member
        }
    }

    func allows(_ permission: Permission) -> Bool { session?.member.role.allows(permission) ?? false }

    /// Whether the member may know of an app.
    func sees(appID: String) -> Bool { session.map { $0.member.appIDs?.contains(appID) ?? true } ?? false }

    // MARK: What is asked for

    func app(_ id: String) async throws(ConsoleFailure) -> HostedApp {
        guard sees(appID: id),
            let app = try await store.asking({ (store) throws(StorageError) in try await store.app(id) })
        else { throw .nothing }
        return app
    }

    func pack(_ id: String) async throws(ConsoleFailure) -> PackSummary {
        let pack = try await store.asking { (store) throws(StorageError) in try await store.pack(id) }
        guard let pack, sees(appID: pack.pack.appID) else { throw .nothing }
        return pack
    }

    func version(_ id: String) async throws(ConsoleFailure) -> VersionSummary {
        let version = try await store.asking { (store) throws(StorageError) in try await store.version(id) }
        guard let version, sees(appID: version.pack.appID) else { throw .nothing }
        return version
    }

    func build(_ id: String) async throws(ConsoleFailure) -> HostedBuild {
        let build = try await store.asking { (store) throws(StorageError) in try await store.build(id) }
        guard let build, sees(appID: build.appID) else { throw .nothing }
        return build
    }

    func appStoreVersion(_ id: String) async throws(ConsoleFailure) -> AppStoreVersionSummary {
        let version = try await store.asking { (store) throws(StorageError) in try await store.appStoreVersion(id) }
        guard let version, sees(appID: version.version.appID) else { throw .nothing }
        return version
    }
}
