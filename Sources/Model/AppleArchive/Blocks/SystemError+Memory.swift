// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage
internal import SystemSupport

extension SystemError {
    /// A library that could not get the memory it asked for.
    static func outOfMemory(_ operation: String) -> SystemError {
        SystemError(errno: .noMemory, operation: operation, subject: "for an archive's blocks")
    }
}
