// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ServiceInterface
internal import SystemPackage
package import SystemSupport
package import ToolSupport

/// What a command of `ba` can end with.
package enum ControlError: ToolFailure, Equatable {
    /// The service answered with an error.
    case service(ServiceError)
    /// The service cannot be reached or started, or went away in the middle.
    case unreachable(String)
    /// The connection to the service broke off.
    case connectionLost(String)
    /// The service does not run, and was not to be started.
    case notRunning(String)
    /// The service answered something that this version does not understand.
    case unexpectedAnswer(String)
    /// The command line is wrong in a way that the parser does not see.
    case usage(String)
    /// No app, pack, download or file of that name.
    case notFound(String)
    /// What is there does not allow it now.
    case tryAgain(String)
    /// Some of several packs could not be made available.
    case packsFailed([PackFailure])
    /// The packs of some of several apps could not be looked after; why has been printed.
    case appsFailed(Int, of: Int, ToolExitCode)
    /// An installation ended without a launchable app.
    case installationFailed(bundleID: String, reason: String, code: ServiceError.Code?)
    /// An installation was cancelled, from here or elsewhere.
    case installationCancelled(bundleID: String)
    /// A bundle, Info.plist, certificate file or answer is malformed.
    case malformed(String)
    /// An app's configuration is wrong; the findings have been printed.
    case configuration(String)
    /// A file to be written stands in the way, or cannot be made.
    case cannotCreate(String)
    /// A file could not be read or written.
    case file(SystemError)
    /// Less was done than was asked for, which has been printed.
    case unmet(String)
    /// A program that was started failed.
    case programFailed(String)
    /// The person interrupted; what is to be said has been said.
    case interrupted

    package var exitCode: ToolExitCode {
        switch self {
        case .service(let error): error.code.exitCode
        case .unreachable, .connectionLost, .notRunning: .unavailable
        case .unexpectedAnswer: .protocolViolation
        case .usage: .usage
        case .notFound: .noInput
        case .tryAgain: .temporaryFailure
        case .packsFailed(let failures): failures.first?.error.code.exitCode ?? .failure
        case .appsFailed(_, _, let code): code
        case .installationFailed(_, _, let code): code?.exitCode ?? .failure
        case .installationCancelled, .programFailed, .unmet: .failure
        case .malformed: .badInput
        case .configuration: .configuration
        case .cannotCreate: .cannotCreate
        case .file(let error):
            error.isOutOfSpace ? .cannotCreate : error.errno == .noSuchFileOrDirectory ? .noInput : .inputOutput
        case .interrupted: .interrupted
        }
    }

    package var description: String {
        switch self {
        case .service(let error): Self.text(error.message, nextStep: error.code.nextStep)
        case .unreachable(let reason), .connectionLost(let reason):
            "the Background Assets service cannot be reached: \(reason)\n"
                + "`ba doctor` checks what it needs"
        case .notRunning(let reason): "\(reason)\n`ba service start` starts it"
        case .unexpectedAnswer(let reason):
            "the service's answer makes no sense: \(reason)\n"
                + "ba and the service may be of different versions; `ba service stop` ends an old one"
        case .usage(let text), .notFound(let text), .tryAgain(let text), .malformed(let text),
            .configuration(let text), .cannotCreate(let text), .programFailed(let text), .unmet(let text):
            text
        case .packsFailed(let failures):
            Self.text(
                failures.map { "\($0.packID): \($0.message)" }.joined(separator: "\n"),
                nextStep: "`ba explain PACK` tells more")
        case .appsFailed(let count, let all, _):
            (count < all ? "\(count) of " : "") + Quantity.count(all, "app") + " could not be checked"
        case .installationFailed(let bundleID, let reason, _):
            "the installation of \(bundleID) failed: \(reason)\n`ba logs --app \(bundleID)` tells more"
        case .installationCancelled(let bundleID): "the installation of \(bundleID) was cancelled"
        case .file(let error): "\(error)"
        case .interrupted: "interrupted"
        }
    }

    /// Whether the service has gone away, or is about to: the call may be made again.
    var isLostConnection: Bool {
        switch self {
        case .unreachable, .connectionLost: true
        case .service(let error): error.code == .serviceStopping
        default: false
        }
    }

    /// Whether the service was there, and went away in the midst of a call.
    var isBrokenConnection: Bool {
        if case .connectionLost = self { true } else { false }
    }

    /// What went wrong with one app while others may fare better; nil for what concerns all of them.
    var causeOfOneApp: String? {
        switch self {
        case .service(let error) where error.code != .serviceStopping: error.message
        case .installationFailed, .installationCancelled: description
        default: nil
        }
    }

    /// The message, and on a line of its own what to do next, unless the message names a command already.
    private static func text(_ message: String, nextStep: String?) -> String {
        guard let nextStep, !message.contains("`ba ") else { return message }
        return message + "\n" + nextStep
    }
}

extension ServiceError.Code {
    /// The exit status that stands for this cause.
    fileprivate var exitCode: ToolExitCode {
        switch self {
        case .appNotFound, .assetPackNotFound, .downloadNotFound, .installationNotFound, .certificateNotFound,
            .taskNotFound, .sessionNotOpen, .sessionTaskNotFound, .notificationNotFound:
            .noInput
        case .bundleInvalid, .signatureInvalid, .archiveInvalid, .manifestInvalid, .certificateInvalid,
            .notificationInvalid, .notificationTimeInvalid:
            .badInput
        case .configurationInvalid, .settingInvalid, .rootMismatch: .configuration
        case .downgradeRefused, .downloadRefused, .originRefused, .teamRefused, .consentRequired, .notAttributed,
            .developerModeOff,
            .taskNotPermitted, .tasksUnavailable, .notificationsNotAllowed:
            .noPermission
        case .installationInProgress, .serviceStopping, .downloadFailed, .downloadCancelled, .tooManyDownloads,
            .tooManyPendingTasks, .immediateRunIneligible, .sessionInUse:
            .temporaryFailure
        case .manifestUnavailable, .connectionRefused: .unavailable
        case .outOfSpace: .cannotCreate
        case .appAlreadyInstalled, .installationFailed, .extensionFailed: .failure
        default: .software
        }
    }

    /// The command that helps on, where there is one.
    fileprivate var nextStep: String? {
        switch self {
        case .appNotFound: "`ba apps` lists what is installed"
        case .assetPackNotFound: "`ba packs` lists the packs of every app"
        case .downloadNotFound, .installationNotFound: "`ba downloads` lists what is under way"
        case .installationInProgress: "`ba apps` shows how far it is; `ba launch ID --wait` waits for it"
        case .downgradeRefused: "`ba install --allow-downgrade` installs it all the same"
        case .bundleInvalid, .signatureInvalid, .configurationInvalid:
            "`ba doctor BUNDLE` lists everything that is wrong with a bundle"
        case .manifestUnavailable, .downloadFailed: "`ba doctor` checks the connection, `ba explain ID` the download"
        case .taskNotFound: "`ba tasks` lists what waits and what runs"
        case .notificationNotFound: "`ba notifications` lists what waits and what was delivered"
        case .notificationsNotAllowed: "`ba notification allow ID` lets the app tell something"
        case .outOfSpace: "`ba packs` shows what each pack takes; `ba pack remove` frees it"
        case .settingInvalid: "`ba settings` lists the settings and their values"
        case .extensionFailed, .installationFailed, .internalError: "`ba logs` tells more"
        default: nil
        }
    }
}
