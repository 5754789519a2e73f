// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Whether what comes is the refusal of a server that wants to know who asks: it is told with the end, if it is the answer after all.
final class RefusalMark: Sendable {
    private let mark = Atomic(false)

    var isSet: Bool {
        get { mark.load(ordering: .relaxed) }
        set { mark.store(newValue, ordering: .relaxed) }
    }
}
