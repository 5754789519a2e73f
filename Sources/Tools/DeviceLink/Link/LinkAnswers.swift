// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Whether the other machine has said anything on a connection.
final class LinkAnswers: Sendable {
    private let state = Atomic<Bool>(false)

    var haveCome: Bool { state.load(ordering: .acquiring) }

    func note() { state.store(true, ordering: .releasing) }
}
