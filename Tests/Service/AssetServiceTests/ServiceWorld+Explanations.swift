// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing

// What is told of waits.
extension ServiceWorld {
    func explain(_ id: String) async throws -> [Explanation] {
        try await call(DownloadsInterface.Explain(id: id)).explanations
    }

    /// What is told of something, once it gives this reason.
    func told(
        _ id: String, _ condition: Explanation.Condition, because reason: String
    ) async throws -> Explanation {
        let told = try await wait { try await explain(id).first { $0.reason.contains(reason) } }
        #expect(told.condition == condition)
        return told
    }

    func set(_ name: String, _ value: String) async throws {
        _ = try await call(ControlInterface.SetSetting(name: name, value: value))
    }
}
