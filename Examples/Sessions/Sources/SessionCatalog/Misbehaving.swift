// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What an extension must not do: the system ends it for that. (A manifest asks for it, to show that.)
public enum Misbehaving {
    public static func run(_ kind: SessionManifest.Misbehavior?) {
        switch kind {
        case .slow:
            let end = Date.now + 30 * 60
            while Date.now < end { Thread.sleep(until: end) }
        case .large:
            var everything: [Data] = []
            while everything.count < 1024 { everything.append(Data(repeating: 1, count: 1 << 20)) }
        case nil: break
        }
    }
}
