// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The version that all tools print for `--version`.
package enum ToolVersion {
    package static let current = "0.1.0"
}
