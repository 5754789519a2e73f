// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Whose process this is.
enum ProcessIdentity {
    static var userID: UInt32 { getuid() }
}
