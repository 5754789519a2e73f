// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HostingStorage

/// `s3://BUCKET?region=REGION&endpoint=URL`, and who asks, which no command line tells.
struct StoreAddress {
    private static let usualRegion = "us-east-1"

    private let configuration: HostConfiguration
    private var environment: [String: String] { configuration.environment }

    init(_ configuration: HostConfiguration) { self.configuration = configuration }

    /// Region and endpoint are the environment's where the address has none, under the names of Amazon's own tools.
    func parse(_ text: String) throws(HostCommandError) -> S3Address {
        guard let parts = URLComponents(string: text), parts.scheme == "s3", let bucket = parts.host, !bucket.isEmpty,
            ["", "/"].contains(parts.path), parts.user == nil, parts.fragment == nil
        else {
            throw invalid(
                "it is no address of a bucket: s3://BUCKET?region=REGION, with endpoint=URL for another store")
        }
        var parameters: [String: String] = [:]
        for item in parts.queryItems ?? [] {
            guard ["region", "endpoint"].contains(item.name), let value = item.value, !value.isEmpty else {
                throw invalid("it has region=REGION and endpoint=URL for parameters, and no \(item.name)")
            }
            parameters[item.name] = value
        }
        let region =
            parameters["region"] ?? environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"] ?? Self.usualRegion
        let endpoint =
            parameters["endpoint"] ?? environment["AWS_ENDPOINT_URL_S3"] ?? environment["AWS_ENDPOINT_URL"]
            ?? "https://s3.\(region).amazonaws.com"
        guard let address = S3Address(endpoint: endpoint, bucket: bucket, region: region) else {
            throw invalid("\(endpoint) is no address of a store, or \(bucket) no name of a bucket")
        }
        return address
    }

    func credentials() throws(HostCommandError) -> S3Credentials {
        guard let accessKey = environment["AWS_ACCESS_KEY_ID"], let secretKey = environment["AWS_SECRET_ACCESS_KEY"]
        else {
            throw invalid(
                "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment say who asks, and are missing")
        }
        return S3Credentials(
            accessKey: accessKey, secretKey: secretKey, sessionToken: environment["AWS_SESSION_TOKEN"])
    }

    private func invalid(_ reason: String) -> HostCommandError { configuration.invalid(.objects, reason) }
}
