// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The time after which is tried again what could not be recorded, as when the disk is full.
enum RecordingPause { static let seconds: Double = 30 }
