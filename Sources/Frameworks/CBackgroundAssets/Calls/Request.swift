// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a function asks of the manager.
struct Request: Sendable {
    /// The pack that it is about, when it is one.
    let packID: String?
    let work: Operation.Work

    init(packID: String? = nil, _ work: @escaping Operation.Work) {
        self.packID = packID
        self.work = work
    }
}
