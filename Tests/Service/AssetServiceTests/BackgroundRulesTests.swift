// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import DownloadScheduler
import Testing

@testable import AssetService

/// What keeps apps from doing anything in the background, by settings and by what the device says.
@Suite struct BackgroundRulesTests {
    private func rules(
        _ values: [Setting: String] = [:], of app: [Setting: String] = [:], powerSaver: String? = nil,
        metered: String? = nil, game: String? = nil, front: Set<String> = []
    ) -> BackgroundRules {
        func byName(_ values: [Setting: String]) -> [String: String] {
            Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
        }
        return BackgroundRules(
            settings: SettingValues(values: byName(values), appValues: ["a": byName(app)]), powerSaver: powerSaver,
            metered: metered, game: game, front: front)
    }

    @Test func nothingIsKeptByDefault() {
        #expect(rules().ofAll == [])
        #expect(rules().own(of: "a", wasLaunched: false) == [])
    }

    @Test func theDeviceIsBelievedUnlessAPersonHasDecided() {
        #expect(rules(powerSaver: "the battery is low").ofAll == [.lowPowerMode(reason: "the battery is low")])
        #expect(rules([.lowPowerMode: "off"], powerSaver: "the battery is low").ofAll == [])
        #expect(rules([.lowPowerMode: "on"], powerSaver: "the battery is low").ofAll == [.lowPowerMode(reason: nil)])
        #expect(rules(metered: "NetworkManager").ofAll == [.metered(reason: "NetworkManager")])
        #expect(rules([.metered: "off"], metered: "NetworkManager").ofAll == [])
        #expect(rules([.metered: "on"]).ofAll == [.metered(reason: nil)])
        #expect(rules(game: "Chess").own(of: "a", wasLaunched: true) == [.gameInFront(reason: "Chess")])
        #expect(rules([.gameInFront: "off"], game: "Chess").own(of: "a", wasLaunched: true) == [])
    }

    @Test func theOneThatIsWorthMostComesFirst() {
        let all = rules([.backgroundRefresh: "off", .lowPowerMode: "on", .metered: "on"]).ofAll
        #expect(all == [.backgroundRefreshOff, .lowPowerMode(reason: nil), .metered(reason: nil)])
        let own = rules([.inAppContent: "off", .gameInFront: "on"], of: [.backgroundRefresh: "off"])
            .own(of: "a", wasLaunched: false)
        #expect(own == [.appBackgroundRefreshOff(bundleID: "a"), .inAppContentOff, .gameInFront(reason: nil)])
    }

    @Test func anAppIsKeptByWhatIsItsOwn() {
        let rules = rules([.inAppContent: "off"], of: [.backgroundRefresh: "off"])
        #expect(rules.own(of: "b", wasLaunched: true) == [])
        #expect(rules.own(of: "b", wasLaunched: false) == [.inAppContentOff])
        #expect(rules.own(of: "a", wasLaunched: true) == [.appBackgroundRefreshOff(bundleID: "a")])
    }

    @Test func noGameKeepsAnAppThatRunsItself() {
        let rules = rules(game: "Chess", front: ["a"])
        #expect(rules.own(of: "a", wasLaunched: true) == [])
        #expect(rules.own(of: "b", wasLaunched: true) == [.gameInFront(reason: "Chess")])
    }

    @Test func whatIsNoValueCountsAsNotSet() {
        #expect(rules([.backgroundRefresh: "perhaps", .lowPowerMode: ""]).ofAll == [])
    }
}
