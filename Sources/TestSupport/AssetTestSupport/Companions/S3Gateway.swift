// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A store of the tests' own that speaks S3: Ceph's gateway on a port of 127.0.0.1, over HTTP.
package actor S3Gateway {
    package static let shared = S3Gateway()

    /// Where it is, and who may do everything in it.
    package struct Address: Sendable {
        package let endpoint: String
        package let accessKey: String
        package let secretKey: String
        /// Ceph has one.
        package let region = "us-east-1"
    }

    private let program = CompanionProgram("test-s3.sh")
    private var count = 0

    package func address() async throws -> Address {
        let parts = try await program.line().split(separator: " ").map(String.init)
        guard parts.count == 3 else { throw CompanionProgram.Failure(description: "test-s3.sh tells too little") }
        return Address(endpoint: parts[0], accessKey: parts[1], secretKey: parts[2])
    }

    /// The name of an empty bucket.
    package func newBucket() async throws -> String {
        let address = try await address()
        count += 1
        let name = "bucket-\(count)"
        let run = try await ProgramRun.run(
            "/usr/bin/curl",
            [
                "-sSf", "-X", "PUT", "-H", "x-amz-content-sha256: UNSIGNED-PAYLOAD", "--aws-sigv4",
                "aws:amz:\(address.region):s3", "--user",
                "\(address.accessKey):\(address.secretKey)", "\(address.endpoint)/\(name)",
            ])
        guard run.status == 0 else { throw CompanionProgram.Failure(description: "a bucket: \(run.errors)") }
        return name
    }
}
