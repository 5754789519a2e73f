// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import SystemSupport

/// Says when something happens in folders: files written, renamed, removed (inotify).
///
/// It says that something has happened, not what: whoever listens looks for himself.
final class FolderEvents: Sendable {
    private let descriptor: OwnedDescriptor

    init() throws(MockServerError) {
        descriptor = try MockServerError.wrapping { () throws(SystemError) in
            try OwnedDescriptor(checking: inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)), "watch", "folders")
        }
    }

    /// Watches folders; does nothing for one that is watched already or is not there.
    func watch(_ folders: [String]) {
        let mask = IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
        for folder in folders { inotify_add_watch(descriptor.rawValue, folder, UInt32(mask)) }
    }

    /// Calls `happened` for each bunch of events until the task is cancelled.
    func run(_ happened: @escaping @Sendable () -> Void) async throws {
        // The channel closes the descriptor it is given, so it gets one of its own for the same instance.
        let copy = try descriptor.duplicate().release()
        let channel = try await NIOPipeBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .takingOwnershipOfDescriptor(input: copy) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, Never>(wrappingChannelSynchronously: channel)
                }
            }
        try await channel.executeThenClose { inbound, _ in
            for try await _ in inbound { happened() }
        }
    }
}
