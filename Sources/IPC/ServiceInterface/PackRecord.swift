// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A pack as the service lists it.
package struct PackRecord: Codable, Equatable, Sendable {
    package var bundleID: String
    package var id: String
    package var localVersion: Int?
    package var publishedVersion: Int?
    /// `essential`, `prefetch` or `onDemand`; nil for a pack that the manifest no longer lists.
    package var policy: String?
    package var language: String?
    /// The bits of `PackStatus`.
    package var status: Int
    /// Bytes of the local version's files.
    package var localBytes: Int64
    package var downloadSize: Int64?
    /// Bytes that have arrived of a download under way.
    package var completedBytes: Int64?
    /// Why a download that is not progressing waits.
    package var waiting: String?

    package init(
        bundleID: String, id: String, localVersion: Int?, publishedVersion: Int?, policy: String?, language: String?,
        status: Int, localBytes: Int64, downloadSize: Int64?, completedBytes: Int64?, waiting: String?
    ) {
        self.bundleID = bundleID
        self.id = id
        self.localVersion = localVersion
        self.publishedVersion = publishedVersion
        self.policy = policy
        self.language = language
        self.status = status
        self.localBytes = localBytes
        self.downloadSize = downloadSize
        self.completedBytes = completedBytes
        self.waiting = waiting
    }
}

/// A pack that could not be made available, and why.
package struct PackFailure: Codable, Equatable, Sendable {
    package var packID: String
    /// The code of a `ServiceError`.
    package var code: String
    package var message: String

    package init(packID: String, code: String, message: String) {
        self.packID = packID
        self.code = code
        self.message = message
    }

    /// The same as the error it stands for.
    package init(packID: String, error: ServiceError) {
        self.init(packID: packID, code: error.code.rawValue, message: error.message)
    }

    package var error: ServiceError {
        ServiceError(ServiceError.Code(rawValue: code), message, subject: packID)
    }
}
