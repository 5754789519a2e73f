// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DeviceConditions
internal import Logging
internal import MessageBus
internal import SystemSupport

/// What the device tells of itself: by the services of its desktop, and by files where there are none.
struct DeviceState: Sendable {
    private let watch: DeviceWatch?
    private let files: PowerFiles
    /// Another thing is told now.
    let changes: ChangeSignal

    /// - `buses`: where the services of the desktop are.
    init(buses: BusAddresses, files: PowerFiles, logger: Logger) {
        let changes = ChangeSignal()
        self.changes = changes
        self.files = files
        do throws(SystemError) { watch = try DeviceWatch(buses, logger: logger) { changes.signal() } } catch {
            logger.warning("the desktop is not asked how things stand: \(error)")
            watch = nil
        }
    }

    /// Begins to listen; what the desktop tells is known afterwards.
    func start() async { await watch?.start() }

    func stop() { watch?.stop() }

    var report: DeviceReport { watch?.report ?? DeviceReport() }

    /// Why power is to be saved; nil when it is not.
    var powerSaver: String? {
        if let reason = report.powerSaver { return reason }
        if files.hasSavingProfile { return "the platform profile is low-power" }
        return files.hasLowBattery ? "the battery is low" : nil
    }

    /// Whether the device runs on its battery; nil where nobody knows.
    var isOnBattery: Bool? { report.isOnBattery ?? files.isOnBattery }

    /// Who tells of power, network and games, in words.
    var sources: String {
        let services = report.services + (files.tells ? ["/sys"] : [])
        return services.isEmpty
            ? "nobody here tells of power, metered connections or games: what is set counts (`ba settings`)"
            : "power, metered connections and games are known from \(services.joined(separator: ", "))"
    }

    /// Whether there are files to look at.
    var hasPowerFiles: Bool { files.tells }
}
