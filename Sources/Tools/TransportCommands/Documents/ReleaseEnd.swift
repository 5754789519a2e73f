// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How a wait for the release of a version can end.
enum ReleaseEnd: String, Sendable {
    case released, rejected, superseded, heldUp
}
