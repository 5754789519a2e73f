// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler

/// What a download in the queue waits for.
struct QueueWait: Sendable {
    let reason: WaitReason
    /// What would end it, with the names of those whose downloads come first.
    let endsWhen: String
}
