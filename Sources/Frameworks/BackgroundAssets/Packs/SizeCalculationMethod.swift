// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How the size of a local asset pack is counted.
public enum SizeCalculationMethod: Int, Sendable {
    /// Bytes of the files' contents.
    case logical
    /// Bytes that the files take on disk.
    case allocated
}
