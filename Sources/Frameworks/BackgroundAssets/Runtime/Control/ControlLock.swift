// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceClient
internal import ServiceInterface
internal import SystemSupport

/// The kernel's lock by which this process keeps the others of its app from their downloads.
struct ControlLock: ~Copyable {
    private let lock: FileLock

    /// - Returns: nil when another process has it.
    static func take(for identity: AppIdentity) throws(ServiceClientError) -> ControlLock? {
        let (bundleID, root) = (try identity.bundleID(), try identity.service.location.root)
        do throws(SystemError) {
            let path = root + "/" + ServiceProtocol.lockFolder + "/" + bundleID
            guard let lock = try FileLock.take(atPath: path) else { return nil }
            return ControlLock(lock: lock)
        } catch { throw .system(error) }
    }
}
