// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// What became of the packs that an app's installation could not ask for.
struct LatePacks {
    /// Those that are fetched in the background now.
    var queuedIDs: [String] = []
    /// Why the app's extension could not be asked for them; they stay owed. What needs no extension goes on without its
    /// answer, and whoever asked for the packs is told.
    var failure: ServiceError?
}
