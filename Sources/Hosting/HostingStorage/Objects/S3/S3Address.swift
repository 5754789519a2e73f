// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Where a bucket is: `s3://BUCKET` of a store, asked by path, which every store understands.
package struct S3Address: Equatable, Sendable {
    /// `https://s3.example.com`, without a slash at its end.
    package let endpoint: String
    package let bucket: String
    package let region: String

    /// - Returns: nil when the endpoint is no HTTP URL with a host, or the bucket has no name.
    package init?(endpoint: String, bucket: String, region: String) {
        let trimmed = endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
        guard let parts = URLComponents(string: trimmed), parts.scheme == "https" || parts.scheme == "http",
            parts.host?.isEmpty == false, parts.path.isEmpty, parts.query == nil, parts.user == nil,
            ObjectKey(bucket) != nil, !bucket.contains("/")
        else { return nil }
        self.endpoint = trimmed
        self.bucket = bucket
        self.region = region
    }

    /// As the `Host` header has it.
    var host: String { String(endpoint[(endpoint.firstRange(of: "://")?.upperBound ?? endpoint.startIndex)...]) }

    func path(of key: ObjectKey?) -> String { "/" + bucket + (key.map { "/" + $0.name } ?? "") }
}
