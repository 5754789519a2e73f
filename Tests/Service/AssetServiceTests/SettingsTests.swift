// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing

@testable import AssetService

/// Settings that are refused, with the reason.
@Suite(.timeLimit(.minutes(2)))
struct SettingsTests {
    @Test func theFirstDelayMayNotBeLongerThanTheLongest() async throws {
        try await ServiceWorld.with { world in
            func set(_ name: String, _ value: String?) async throws {
                _ = try await world.call(ControlInterface.SetSetting(name: name, value: value))
            }
            func refusal(_ name: String, _ value: String?) async -> String? {
                await #expect(throws: ServiceError.self) { try await set(name, value) }?.message
            }
            try await set("retry-first", "5")
            let text = try #require(await refusal("retry-longest", "4"))
            #expect(
                text.contains("retry-longest cannot be \"4\"") && text.contains("retry-first would be 5 s"), "\(text)")
            try await set("retry-first", "1")
            try await set("retry-longest", "1")
            // A default is held against the other one, too.
            #expect(await refusal("retry-first", nil)?.contains("retry-first would be 2 s") == true)
            #expect(await refusal("retry-first", "2")?.contains("set the other one first") == true)
            try await set("retry-longest", nil)
            try await set("retry-first", nil)
            let settings = try await world.call(ControlInterface.Settings()).settings
            #expect(settings.filter { $0.name.hasPrefix("retry-") }.allSatisfy { $0.value == $0.defaultValue })
        }
    }
}
