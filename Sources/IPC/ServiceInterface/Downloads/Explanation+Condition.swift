// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension Explanation {
    /// What keeps something from progressing, as a program can tell it apart.
    package enum Condition: String, OpenEnumeration {
        // MARK: The device, and what a person has chosen

        case paused
        case lowPowerMode
        /// Of all apps, or of this one.
        case backgroundRefreshOff
        /// In-app content is off, and the app was not launched yet.
        case inAppContentOff
        case metered
        case gameInFront
        /// There is too little room for it.
        case diskFull
        /// The file system refused something else than room.
        case fileSystem
        /// A person has quit the app.
        case appQuit
        /// A person is asked whether the app may have the room that it names.
        case consent

        // MARK: The server

        /// The server cannot be reached, or broke off.
        case noConnection
        case timedOut
        /// Nothing comes from it at present.
        case serverSilent
        case proxy
        case serverUntrusted
        /// It wants to know who asks, or a certificate.
        case authentication
        case notFound
        /// It answered with an error, and perhaps with the time at which it may be asked again.
        case serverError
        case requestInvalid
        case redirectRefused
        /// What it sends is not what it was to be.
        case contentDiffers

        // MARK: Other work

        /// All places are taken by downloads that come first.
        case behindDownloads
        case behindInstallation
        /// What the installation of its app needs is paused.
        case installationPaused
        /// A step of an installation, or of an update, is under way.
        case installing
        case installationFailed
        /// Another process has exclusive control.
        case exclusiveControl
        /// As many extensions run as may at a time.
        case behindExtensions
        /// The extension is being asked or told, and has not returned yet.
        case extensionRuns
        /// It has ended, and neither app nor extension has taken note of it.
        case untaken

        // MARK: The app and its extension

        /// The host is none that the app may fetch from before its first launch.
        case domainNotAllowed
        /// The app may fetch no more before its first launch.
        case allowance
        /// The app has as many downloads scheduled as it may have.
        case tooManyDownloads
        /// The run time of the extension is used up.
        case runTimeUsedUp
        /// The extension used more memory than it may.
        case memoryExceeded
        /// The extension failed in another way.
        case extensionFailed
        /// The app's bundle, or its manifest, is not what it must be.
        case bundleInvalid
        case manifestInvalid

        // MARK: Packs that nothing is done about now

        case updateAvailable
        /// The manifest no longer lists it.
        case obsolete
        /// It is in another language than the app's.
        case languageDiffers
        /// The app's extension did not want it.
        case declined
        /// The last try did not bring it, and the next check makes another.
        case owed
        /// Nobody has asked for it yet.
        case notAskedFor

        // MARK: Background tasks

        /// Its time has not come.
        case notYet
        /// The device runs on its battery, and it needs external power.
        case externalPower
        /// The app did not end its tasks by itself, and is left alone for a while.
        case throttled
        /// Other tasks run.
        case behindTasks

        case cancelled
        case unknown
    }
}
