// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler

/// What has changed about a download in the queue.
enum TransferChange: Equatable, Sendable {
    /// It is new, or what the queue goes by is other than it was.
    case updated(DownloadCandidate, isTransferring: Bool)
    /// It is no more.
    case removed(id: String)
}
