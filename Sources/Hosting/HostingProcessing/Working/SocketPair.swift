// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// Two ends that talk to each other. Sockets, and no pipe: whoever writes to one that nobody reads can be told without a signal.
struct SocketPair: ~Copyable {
    let one: OwnedDescriptor
    let other: OwnedDescriptor

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try retrying("make", "a pair of sockets") { socketpair(AF_UNIX, kind, 0, &ends) }
        one = OwnedDescriptor(taking: ends[0])
        other = OwnedDescriptor(taking: ends[1])
    }

    /// Closes the other end, which a child has.
    consuming func keepOne() -> OwnedDescriptor { one }
}
