// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Who asks a store.
package struct S3Credentials: Equatable, Sendable, CustomStringConvertible {
    package let accessKey: String
    package let secretKey: String
    /// Of temporary credentials.
    package let sessionToken: String?

    package init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
    }

    /// Without what is secret.
    package var description: String { "the access key \(accessKey)" }
}
