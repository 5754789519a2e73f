// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

extension HostStore {
    /// Takes a build back whose archive has broken off: there is none then. One that has been committed meanwhile stays as it is.
    package func takeBackBuild(_ build: HostedBuild) async throws(StorageError) {
        let isTakenBack = try await changing { (connection, audit) throws(StorageError) in
            guard let current = try Self.build(build.id, in: connection), current.state == .awaitingUpload else {
                return false
            }
            try audit.note(.takeBackBuild, current, in: connection)
            try connection.execute("DELETE FROM builds WHERE id = \(build.id)")
            return true
        }
        guard isTakenBack else { return }
        try await objects.abandon(build.upload)
        // A commit may have made an object of it before it was refused.
        try await objects.remove(build.upload.key)
    }
}
