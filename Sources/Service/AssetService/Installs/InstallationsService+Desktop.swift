// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import Logging
internal import SystemSupport

// The desktop entry of an app, which shows how far its first installation is. The entry of an older version stays what it
// is: that version can be opened meanwhile.
extension InstallationsService {
    /// The entry of an app that is being installed, and what it shows now.
    struct ArrivingEntry {
        let bundle: AppBundle
        var shown: DesktopEntries.State?
    }

    /// Hundredths between two states of an entry: each is a file that desktops read anew.
    private static let step = 5

    func beginDesktopEntry(for bundle: AppBundle) async {
        let bundleID = bundle.information.bundleID
        running[bundleID]?.entry = ArrivingEntry(bundle: bundle, shown: nil)
        do throws(SystemError) { try showInDesktop(bundleID) } catch {
            running[bundleID]?.entry = nil
            await note(bundleID, "no desktop entry was made: \(error)")
        }
    }

    /// Brings the entry into line with the installation.
    func followInDesktop(_ bundleID: String) {
        do throws(SystemError) { try showInDesktop(bundleID) } catch {
            logger.debug("the desktop entry of \(bundleID) cannot follow: \(error)")
        }
    }

    func endDesktopEntry(for bundle: AppBundle) async {
        let bundleID = bundle.information.bundleID
        running[bundleID]?.entry = nil
        do throws(SystemError) { try desktop.write(for: bundle, .installed) } catch {
            await note(bundleID, "no desktop entry was made: \(error)")
        }
    }

    /// For what a service that was killed has left.
    func removeUnfinishedDesktopEntries() {
        do throws(SystemError) { try desktop.removeUnfinished() } catch {
            logger.warning("unfinished desktop entries cannot be removed: \(error)")
        }
    }

    /// For an installation of which nothing is on record.
    func removeDesktopEntry(of bundleID: String) {
        do throws(SystemError) { try desktop.remove(bundleID: bundleID) } catch {
            logger.warning("the desktop entry of \(bundleID) cannot be removed: \(error)")
        }
    }

    private func showInDesktop(_ bundleID: String) throws(SystemError) {
        guard let installation = running[bundleID], let entry = installation.entry else { return }
        let percent = Int(installation.shownFraction * 100) / Self.step * Self.step
        let state = DesktopEntries.State.arriving(percent: percent, isPaused: installation.pausedAt != nil)
        guard state != entry.shown else { return }
        try desktop.write(for: entry.bundle, state)
        running[bundleID]?.entry?.shown = state
    }
}
