// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import MessageBus

/// How things stand with the device, as far as the services of its desktop tell. What nobody tells is nil: nothing is held up
/// by what is not known.
package struct DeviceReport: Equatable, Sendable {
    package enum Connectivity: Equatable, Sendable {
        /// There is no network.
        case none
        /// There is one, that leads to a page to log in, or not to the Internet.
        case limited
        case full
    }

    /// Who says that power is to be saved; nil when nobody does.
    package var powerSaver: String?
    /// Who says that the connection is metered.
    package var metered: String?
    /// Who says that a game is being played.
    package var game: String?
    package var connectivity: Connectivity?
    /// Whether the machine runs on its battery.
    package var isOnBattery: Bool?
    /// The services that have answered, in alphabetical order.
    package var services: [String] = []

    package init() {}

    init(_ answers: [BusQuestion: BusAnswer]) {
        services = Set(answers.keys.map(\.service)).sorted()
        powerSaver = Self.powerSaver(answers)
        metered = Self.metered(answers)
        if let count = answers[.games]?.number, count > 0 { game = "GameMode" }
        isOnBattery = answers[.onBattery]?.number.map { $0 != 0 }
        // NMConnectivityState.
        switch answers[.connectivity]?.number {
        case 1: connectivity = Connectivity.none
        case 2, 3: connectivity = .limited
        case 4: connectivity = .full
        default: connectivity = nil
        }
    }

    private static func powerSaver(_ answers: [BusQuestion: BusAnswer]) -> String? {
        for question in [BusQuestion.powerProfile, .olderPowerProfile]
        where answers[question]?.text == "power-saver" { return "the power profile is power-saver" }
        // UPower's UpDeviceLevel: 3 is low, 4 critical, 5 about to switch off.
        if let level = answers[.batteryWarning]?.number, (3...5).contains(level) { return "the battery is low" }
        if answers[.portalPowerSaver] == .number(1) { return "the desktop saves power" }
        return nil
    }

    private static func metered(_ answers: [BusQuestion: BusAnswer]) -> String? {
        // NMMetered: 1 is yes, 3 a guess that it is. Whoever has set that it is not is believed, whatever others say.
        switch answers[.metered]?.number {
        case 1, 3: return "NetworkManager"
        case 2, 4: return nil
        default: return answers[.portalMetered] == .number(1) ? "the desktop" : nil
        }
    }
}
