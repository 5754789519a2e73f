// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import DownloadScheduler
internal import Foundation
internal import ServiceInterface

extension InstallationsService {
    /// An installation under way.
    struct Running {
        var record: StoredInstallation
        var estimate: ProgressEstimate
        /// What is on record of it.
        var shownFraction: Double
        var phase: InstallationProgress.Phase
        var task: Task<Void, Never>?
        /// Ends what is under way for the app itself, its transfer or its copying, as a pause does.
        var interrupt: (@Sendable () -> Void)?
        /// Why nothing of its archive comes at the moment.
        var waiting: FetchWait?
        /// Since when its archive's transfer brings nothing.
        var silence = TransferSilence()
        /// The app and its version; nil while its archive has not told.
        var information: AppInformation?
        /// The archive on this device that it began with; nil when it came from elsewhere.
        var archive: ArchiveIdentity?
        /// Lets more of its archive come than tells which app it is.
        var release: (@Sendable () -> Void)?
        /// The sizes that it waits for consent to, and since when.
        var request: (sizes: InstallSizes, since: Double)?
        /// Calls that would ask a person, and follow it.
        var askers: Set<UUID> = []
        /// Whoever was asked for consent has gone; a repeat of the call begins anew.
        var isAbandoned = false
        /// It ends: nothing more is recorded of it.
        var isOver = false
        /// An earlier run of the service began it.
        var isRestored = false
        /// That run had chosen already what is essential.
        var hasChosen: Bool { isRestored && !record.essentialIDs.isEmpty }
        /// What its archive was found to hold.
        var verdict: FetchVerdict?
        /// Its desktop entry, while that shows how far it is.
        var entry: ArrivingEntry?
        /// Since when something essential is paused without the rest (seconds since 1970).
        var contentPausedAt: Double?
        var pause = PauseState()
        /// What the calls that cancel it are answered.
        var cancellations: [StoredAnswer] = []

        /// Since when it stands still because a person wants it so, or something that it needs.
        var pausedAt: Double? { record.pausedAt ?? contentPausedAt }

        /// Why it stands still, when it was not itself what was paused.
        var pauseReason: String? {
            record.pausedAt == nil && contentPausedAt != nil ? WaitReason.installationPaused.description : nil
        }
    }
}
