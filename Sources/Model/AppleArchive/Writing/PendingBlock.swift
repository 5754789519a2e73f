// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a writer fills and an observer sees of one block before it is encoded.
struct PendingBlock {
    let job: BlockJob
    let plainOffset: UInt64
    let start: StreamPosition
}
