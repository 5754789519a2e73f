// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingStorage

extension HostStore {
    /// Ends what would go on for long with objects that are not this host's. A store that does not answer is asked with whatever is wanted of it:
    /// until then it is not ready.
    ///
    /// - `claims`: whether those of a host that has none yet become its own.
    /// - Throws: `foreignObjects`.
    func refuseForeignObjects(claims: Bool = true) async throws(StorageError) {
        do throws(StorageError) { if claims { try await objects.check() } else { try await checkObjects() } } catch {
            if case .foreignObjects = error { throw error }
        }
    }
}
