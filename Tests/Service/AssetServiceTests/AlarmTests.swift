// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AssetService

struct AlarmTests {
    @Test func ringsOnce() async throws {
        try await Alarm.wait(seconds: 0)
        try await Alarm.wait(seconds: 0.001)
    }

    @Test func aCancelledTaskDoesNotWait() async {
        let waiting = Task { try await Alarm.wait(seconds: 3_600) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func manyRingAndManyAreCancelled() async {
        let rang = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let waiting = Task { try await Alarm.wait(seconds: index % 2 == 0 ? 3_600 : 0.001) }
                    if index % 2 == 0 { waiting.cancel() }
                    return (try? await waiting.value) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(rang == 100)
    }
}
