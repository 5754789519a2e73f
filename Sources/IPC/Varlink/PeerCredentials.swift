// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
package import SystemSupport

/// Who is at the other end of a Unix socket, as the kernel saw it when the connection was made (SO_PEERCRED).
package struct PeerCredentials: Equatable, Sendable {
    package let processID: Int32
    package let userID: UInt32
    package let groupID: UInt32

    /// Asks the kernel.
    package init(of socket: borrowing OwnedDescriptor) throws(SystemError) {
        var (pid, uid, gid): (Int32, UInt32, UInt32) = (0, 0, 0)
        let number = socket.rawValue
        try retrying("examine the peer of", "a socket") { ba_peer_credentials(number, &pid, &uid, &gid) }
        processID = pid
        userID = uid
        groupID = gid
    }
}
