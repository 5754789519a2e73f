// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A moment in which an app looks for what is new.
open class BGAppRefreshTask: BGTask, @unchecked Sendable {}
