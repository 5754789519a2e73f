// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A server has shown another certificate than the one that the app has trusted.
struct PinMismatch: Error {}
