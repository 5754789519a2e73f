// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why a file download ended without a file.
package struct FileFailure: Codable, Equatable, Sendable {
    package enum Cause: String, OpenEnumeration {
        /// Somebody cancelled it who is not its app.
        case cancelled
        /// The server cannot be reached, or broke off.
        case cannotConnect
        /// Nobody knows the server by its name.
        case cannotFindHost
        case timedOut
        /// The proxy on the way cannot be reached, makes no way to the server, or does not take who asks.
        case proxy
        case untrusted
        /// The server wants to know who asks, and nobody has said.
        case authenticationRequired
        /// The app was asked who it is, and wants nothing more of the server.
        case authenticationCancelled
        /// The server wants a certificate.
        case clientCertificateRequired
        /// The server does not take the certificate that it was shown.
        case clientCertificateRejected
        /// The server has no such file.
        case notFound
        case badStatus
        /// The request cannot be sent.
        case badRequest
        case redirectRefused
        /// The file is not of the size that was declared.
        case sizeDiffers
        /// The server changed the file again and again while it was fetched.
        case changed
        case outOfSpace
        case fileSystem
        /// Its host is none that the app may fetch from before its first launch.
        case domainNotAllowed
        /// The app may fetch nothing more before its first launch.
        case allowanceUsedUp
        /// There was more of it than the app may fetch before its first launch.
        case allowanceExceeded
        /// By its declared size, it would be more than the app may fetch before its first launch.
        case wouldExceedAllowance
        /// The manifest of the app could not be had.
        case manifest
        case unknown
    }

    package var cause: Cause
    package var message: String

    /// Whether the restrictions before the first launch are the cause.
    package var isRestriction: Bool {
        switch cause {
        case .domainNotAllowed, .allowanceUsedUp, .allowanceExceeded, .wouldExceedAllowance: true
        default: false
        }
    }

    package init(cause: Cause, message: String) {
        self.cause = cause
        self.message = message
    }
}
