// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport

/// Where the storage of a host is, as its options and its environment say.
struct HostStorage {
    /// Beside `--data`.
    var arguments: [String] = []
    private var credentials: [String: String] = [:]
    /// The file of who certifies what stands in front of the store.
    private(set) var authorityPath: String?

    /// In the folder of the host.
    init() {}

    /// Objects in the folder of the host, and records in a PostgreSQL.
    init(database: String) { arguments = ["--database", database] }

    /// In an empty PostgreSQL and an empty bucket, for any number of servers and workers.
    ///
    /// - `front`: what stands in front of the store, and the file of its authority; else it is asked directly.
    static func shared(front: (endpoint: String, authorityPath: String)? = nil) async throws -> HostStorage {
        let gateway = try await S3Gateway.shared.address()
        let bucket = try await S3Gateway.shared.newBucket()
        var storage = HostStorage()
        storage.arguments = [
            "--database", try await PostgreSQLCluster.shared.newDatabase(), "--objects",
            "s3://\(bucket)?region=\(gateway.region)&endpoint=\(front?.endpoint ?? gateway.endpoint)",
        ]
        storage.credentials = [
            "AWS_ACCESS_KEY_ID": gateway.accessKey, "AWS_SECRET_ACCESS_KEY": gateway.secretKey,
        ]
        storage.authorityPath = front?.authorityPath
        storage.credentials["BA_HOST_TRUST"] = front?.authorityPath
        return storage
    }

    func environment(home: TemporaryFolder) -> [String: String] {
        credentials.merging(["HOME": home.path, "PATH": "/usr/bin:/bin"]) {
            own, _ in own
        }
    }
}
