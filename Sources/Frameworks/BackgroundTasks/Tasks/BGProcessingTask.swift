// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Minutes in which an app does what takes its time.
open class BGProcessingTask: BGTask, @unchecked Sendable {}
