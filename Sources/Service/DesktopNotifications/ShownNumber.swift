// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a notification server calls a notification: another server, as after the next login, calls others so.
package struct ShownNumber: Equatable, Sendable {
    package let number: UInt32
    /// nil where that is not known: nobody can tell later whether it is the same.
    package let server: String?

    package init(_ number: UInt32, of server: String?) { (self.number, self.server) = (number, server) }
}
