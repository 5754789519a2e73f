// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface

extension MethodSamples {
    static func debug() throws -> [MethodSamples] {
        typealias Debug = DebugInterface
        return [
            try .init(Debug.Device(), .init(id: "i", name: "n", version: "1", developerMode: true)),
            try .init(
                [Debug.Simulate(bundleID: "b", event: .appUpdate)],
                bare: Debug.Simulate(bundleID: "b", event: .appInstall), replies: [.init(refusal: "r")],
                bareReply: .init()),
            try .init(Debug.Logs(bundleID: "b", follow: true), .init(line: "l")),
        ]
    }
}
