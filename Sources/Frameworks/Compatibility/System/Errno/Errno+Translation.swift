// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension Errno {
    /// Runs a call of `SystemPackage`; its errors become those of this module.
    internal static func translating<R>(_ call: () throws -> R) throws -> R {
        do { return try call() } catch let error as SystemPackage.Errno { throw Errno(wrapped: error) }
    }
}
