// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// How the last download of a pack ended that brought nothing.
struct FailedDownload: Equatable, Sendable {
    let error: ServiceError
    /// When that was (seconds since 1970).
    let time: Double
}
