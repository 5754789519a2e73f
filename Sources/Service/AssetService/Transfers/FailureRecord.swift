// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import ServiceInterface
internal import TransferEngine

/// A download on record that keeps what its last try failed with: in words, and by its kind.
protocol FailureRecord {
    var lastError: String? { get set }
    var lastCause: String? { get set }
}

extension FailureRecord {
    mutating func note(_ error: TransferError) {
        lastError = error.description
        lastCause = FileFailure.Cause(error).rawValue
    }

    /// The kind of its last failure; nil when it has not failed, or did before kinds were kept.
    var cause: FileFailure.Cause? { lastCause.map { FileFailure.Cause(rawValue: $0) ?? .unknown } }
}

extension StoredDownload: FailureRecord {}
extension StoredFileDownload: FailureRecord {}
