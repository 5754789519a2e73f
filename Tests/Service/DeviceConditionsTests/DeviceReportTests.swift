// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import MessageBus
import Testing

@testable import DeviceConditions

@Suite("What a desktop tells") struct DeviceReportTests {
    @Test("Nothing is known where nobody tells anything") func nothing() {
        let report = DeviceReport([:])
        #expect(report == DeviceReport())
        #expect(report.connectivity == nil)
    }

    private static let powers: [(BusQuestion, BusAnswer, Bool)] = [
        (.powerProfile, .text("power-saver"), true), (.powerProfile, .text("balanced"), false),
        (.powerProfile, .number(1), false), (.olderPowerProfile, .text("power-saver"), true),
        (.batteryWarning, .number(3), true), (.batteryWarning, .number(5), true),
        (.batteryWarning, .number(1), false),
        (.batteryWarning, .number(6), false), (.batteryWarning, .text("3"), false),
        (.portalPowerSaver, .number(1), true), (.portalPowerSaver, .number(0), false),
    ]

    @Test(
        "B12: power is saved by profile, by the battery's warning, and as the portal says",
        arguments: powers)
    func power(_ question: BusQuestion, _ answer: BusAnswer, _ isSaving: Bool) {
        #expect((DeviceReport([question: answer]).powerSaver != nil) == isSaving)
    }

    private static let statements: [(Int64?, Int64?, Bool)] = [
        (1, nil, true), (3, nil, true), (0, nil, false), (2, nil, false), (4, nil, false), (7, nil, false),
        (nil, 1, true), (nil, 0, false), (0, 1, true), (2, 1, false), (4, 1, false),
    ]

    @Test(
        "A connection is metered when NetworkManager says or guesses so; the portal is believed where it says nothing",
        arguments: statements)
    func metered(_ manager: Int64?, _ portal: Int64?, _ isMetered: Bool) {
        var answers: [BusQuestion: BusAnswer] = [:]
        answers[.metered] = manager.map { .number($0) }
        answers[.portalMetered] = portal.map { .number($0) }
        #expect((DeviceReport(answers).metered != nil) == isMetered)
    }

    @Test("Whether the machine runs on its battery is known where UPower tells", arguments: [(0, false), (1, true)])
    func battery(_ number: Int64, _ isOnBattery: Bool) {
        #expect(DeviceReport([.onBattery: .number(number)]).isOnBattery == isOnBattery)
        #expect(DeviceReport([.onBattery: .text("yes")]).isOnBattery == nil)
    }

    @Test("A game is played as long as GameMode has somebody to serve", arguments: [(0, false), (1, true), (3, true)])
    func games(_ count: Int64, _ isPlayed: Bool) {
        #expect((DeviceReport([.games: .number(count)]).game != nil) == isPlayed)
    }

    private static let states: [(Int64, DeviceReport.Connectivity?)] = [
        (0, nil), (1, DeviceReport.Connectivity.none), (2, .limited), (3, .limited), (4, .full), (9, nil),
    ]

    @Test("NetworkManager's connectivity", arguments: states)
    func connectivity(_ number: Int64, _ expected: DeviceReport.Connectivity?) {
        #expect(DeviceReport([.connectivity: .number(number)]).connectivity == expected)
    }
}
