// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// An error that the service answers: a stable code, and a sentence for a person.
///
/// On the wire it is the Varlink error `backgroundassets.v1.Errors.<code>` with the other fields as parameters.
package struct ServiceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A cause that a caller can tell apart. Open: a newer service may answer codes that this client does not know.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let appNotFound = Code(rawValue: "AppNotFound")
        package static let appAlreadyInstalled = Code(rawValue: "AppAlreadyInstalled")
        package static let bundleInvalid = Code(rawValue: "BundleInvalid")
        package static let downgradeRefused = Code(rawValue: "DowngradeRefused")
        package static let originRefused = Code(rawValue: "OriginRefused")
        package static let signatureInvalid = Code(rawValue: "SignatureInvalid")
        package static let teamRefused = Code(rawValue: "TeamRefused")
        package static let consentRequired = Code(rawValue: "ConsentRequired")
        package static let installationInProgress = Code(rawValue: "InstallationInProgress")
        package static let installationNotFound = Code(rawValue: "InstallationNotFound")
        package static let installationFailed = Code(rawValue: "InstallationFailed")
        package static let notAttributed = Code(rawValue: "NotAttributed")
        package static let rootMismatch = Code(rawValue: "RootMismatch")
        package static let configurationInvalid = Code(rawValue: "ConfigurationInvalid")
        package static let assetPackNotFound = Code(rawValue: "AssetPackNotFound")
        package static let manifestUnavailable = Code(rawValue: "ManifestUnavailable")
        package static let manifestInvalid = Code(rawValue: "ManifestInvalid")
        package static let downloadFailed = Code(rawValue: "DownloadFailed")
        /// A server gives it to nobody, or not to this device: asking again brings the same answer.
        package static let downloadRefused = Code(rawValue: "DownloadRefused")
        package static let downloadCancelled = Code(rawValue: "DownloadCancelled")
        package static let downloadNotFound = Code(rawValue: "DownloadNotFound")
        package static let downloadInvalid = Code(rawValue: "DownloadInvalid")
        /// The app has as many downloads scheduled as it may have.
        package static let tooManyDownloads = Code(rawValue: "TooManyDownloads")
        package static let downloadAlreadyScheduled = Code(rawValue: "DownloadAlreadyScheduled")
        package static let essentialDownloadNotPermitted = Code(rawValue: "EssentialDownloadNotPermitted")
        package static let callFromExtensionNotAllowed = Code(rawValue: "CallFromExtensionNotAllowed")
        package static let callFromInactiveProcessNotAllowed = Code(rawValue: "CallFromInactiveProcessNotAllowed")
        package static let backgroundActivityProhibited = Code(rawValue: "BackgroundActivityProhibited")
        /// In-app content is off, and the app was not launched yet.
        package static let notPermittedBeforeLaunch = Code(rawValue: "NotPermittedBeforeLaunch")
        package static let allowanceExceeded = Code(rawValue: "AllowanceExceeded")
        package static let exclusiveControlNotAcquired = Code(rawValue: "ExclusiveControlNotAcquired")
        package static let outOfSpace = Code(rawValue: "OutOfSpace")
        package static let archiveInvalid = Code(rawValue: "ArchiveInvalid")
        package static let extensionFailed = Code(rawValue: "ExtensionFailed")
        /// What only developers may have done is refused: the setting `developer-mode` is off.
        package static let developerModeOff = Code(rawValue: "DeveloperModeOff")
        package static let settingInvalid = Code(rawValue: "SettingInvalid")
        package static let certificateInvalid = Code(rawValue: "CertificateInvalid")
        package static let certificateNotFound = Code(rawValue: "CertificateNotFound")
        /// The app's Info.plist does not allow a background task.
        package static let taskNotPermitted = Code(rawValue: "TaskNotPermitted")
        /// Background refresh is off, or the process may not ask for background tasks.
        package static let tasksUnavailable = Code(rawValue: "TasksUnavailable")
        package static let tooManyPendingTasks = Code(rawValue: "TooManyPendingTasks")
        /// A continued task that does not want to wait would have to.
        package static let immediateRunIneligible = Code(rawValue: "ImmediateRunIneligible")
        package static let taskNotFound = Code(rawValue: "TaskNotFound")
        /// Another process of the app has this background session.
        package static let sessionInUse = Code(rawValue: "SessionInUse")
        /// This process has not opened the background session, or not since the service began.
        package static let sessionNotOpen = Code(rawValue: "SessionNotOpen")
        /// The background session has no such task, or it has ended.
        package static let sessionTaskNotFound = Code(rawValue: "SessionTaskNotFound")
        /// A person does not want to be told anything by the app.
        package static let notificationsNotAllowed = Code(rawValue: "NotificationsNotAllowed")
        /// A notification has nothing that could be shown, or more than is.
        package static let notificationInvalid = Code(rawValue: "NotificationInvalid")
        /// A notification has no time at which it could be shown.
        package static let notificationTimeInvalid = Code(rawValue: "NotificationTimeInvalid")
        package static let notificationNotFound = Code(rawValue: "NotificationNotFound")
        /// What arrived on the socket is no call; the connection ends.
        package static let messageInvalid = Code(rawValue: "MessageInvalid")
        /// Another user's process, or one connection too many; the connection ends.
        package static let connectionRefused = Code(rawValue: "ConnectionRefused")
        package static let serviceStopping = Code(rawValue: "ServiceStopping")
        package static let internalError = Code(rawValue: "InternalError")

        /// The codes this version of the service answers, as `Errors.varlink` lists them.
        package static let known: [Code] = [
            appNotFound, appAlreadyInstalled, bundleInvalid, downgradeRefused, originRefused,
            signatureInvalid, teamRefused, consentRequired,
            installationInProgress, installationNotFound, installationFailed, notAttributed, rootMismatch,
            configurationInvalid, assetPackNotFound, manifestUnavailable, manifestInvalid, downloadFailed,
            downloadRefused, downloadCancelled, downloadNotFound, downloadInvalid, tooManyDownloads,
            downloadAlreadyScheduled,
            essentialDownloadNotPermitted, callFromExtensionNotAllowed, callFromInactiveProcessNotAllowed,
            backgroundActivityProhibited, notPermittedBeforeLaunch, allowanceExceeded, exclusiveControlNotAcquired,
            outOfSpace, archiveInvalid, developerModeOff, extensionFailed, settingInvalid, certificateInvalid,
            certificateNotFound, taskNotPermitted, tasksUnavailable, tooManyPendingTasks, immediateRunIneligible,
            taskNotFound, sessionInUse, sessionNotOpen, sessionTaskNotFound, notificationsNotAllowed,
            notificationInvalid, notificationTimeInvalid, notificationNotFound, messageInvalid, connectionRefused,
            serviceStopping,
            internalError,
        ]
    }

    package let code: Code
    /// What happened, to which app or pack, and what to do.
    package let message: String
    /// The bundle, pack or download it happened to.
    package let subject: String?

    package init(_ code: Code, _ message: String, subject: String? = nil) {
        self.code = code
        self.message = message
        self.subject = subject
    }

    package var description: String { message }
}

extension ServiceError {
    private static let prefix = "backgroundassets.v1.Errors."

    /// What travels as the parameters of the Varlink error.
    package struct Parameters: Codable, Sendable {
        package var message: String
        package var subject: String?
    }

    /// The name that travels.
    package var wireName: String { Self.prefix + code.rawValue }
    package var wireParameters: Parameters { Parameters(message: message, subject: subject) }

    /// Reads an error reply; errors of other interfaces become `internalError` with their name in the message.
    package init(name: String, parameters: [UInt8]) {
        let decoded = try? JSONDecoder().decode(Parameters.self, from: Data(parameters))
        guard name.hasPrefix(Self.prefix) else {
            let details = String(decoding: parameters, as: UTF8.self)
            self.init(.internalError, "the service answered \(name) \(details)")
            return
        }
        self.init(
            Code(rawValue: String(name.dropFirst(Self.prefix.count))), decoded?.message ?? name,
            subject: decoded?.subject)
    }
}
