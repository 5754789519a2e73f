// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Hands the sockets of extensions to the listener, which is made after whoever starts extensions.
final class ExtensionServing: Sendable {
    private let listener = Mutex<ServiceListener?>(nil)

    func set(_ listener: ServiceListener) { self.listener.withLock { $0 = listener } }

    @Sendable func serve(socket: Int32, session: Session) async {
        await listener.withLock { $0 }?.serve(socket: socket, session: session)
    }
}
