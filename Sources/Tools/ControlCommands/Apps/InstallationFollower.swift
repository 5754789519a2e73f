// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceInterface
internal import ToolSupport

/// Follows an installation until it ends or the person leaves it.
struct InstallationFollower {
    enum OnInterruption: Sendable {
        /// The command ends; the installation goes on in the service.
        case detach
        /// The installation is cancelled; the command ends when it is.
        case cancel
    }

    /// How often a lost connection is made again before there is news.
    private static let largestLossCount = 8

    let link: any ServiceLink
    let context: ControlContext
    var audience = InstallationView.Audience.people
    var onInterruption = OnInterruption.detach
    /// The person has agreed to the sizes already, whatever they are.
    var agrees = false

    /// Calls `method` and follows what it streams to its final message, which it returns.
    ///
    /// A service that goes away meanwhile, because it is updated or was killed, is called again: the call carries an ID
    /// by which its successor knows the installation.
    ///
    /// - Throws: `ControlError`: what the service answered; `installationFailed` and `installationCancelled` when it
    ///   ended so; `interrupted` when the person left it, or cancelled it from here.
    func follow<Method: ServiceMethod>(_ method: Method) async throws -> InstallationProgress
    where Method.Reply == InstallationProgress {
        let view = InstallationView(console: context.console, audience: audience)
        let question = ConsentQuestion(link: link, context: context, agrees: agrees)
        return try await withThrowingTaskGroup(of: Event.self) { group in
            group.addTask { .ended(try await last(of: method, view: view, question)) }
            group.addTask {
                try await question.run()
                return .nothing
            }
            group.addTask { [context] in
                for await _ in context.interruptions() { return .interrupted }
                return .nothing
            }
            defer { group.cancelAll() }
            var isCancelling = false
            while let event = try await group.next() {
                switch event {
                case .nothing: continue
                case .ended(let progress): return try conclude(progress, isCancelling: isCancelling)
                case .interrupted:
                    guard case .cancel = onInterruption, let bundleID = view.last?.bundleID else {
                        explainDetachment(view.last)
                        throw ControlError.interrupted
                    }
                    // The stream's last message follows.
                    isCancelling = true
                    _ = try await link.call(
                        AppsInterface.ControlInstallation(
                            bundleID: bundleID, action: .cancel, callID: UUID().uuidString))
                }
            }
            throw ControlError.interrupted
        }
    }

    /// Shows what comes until the final message.
    private func last<Method: ServiceMethod>(
        of method: Method, view: InstallationView, _ question: ConsentQuestion
    ) async throws -> InstallationProgress where Method.Reply == InstallationProgress {
        var losses = 0
        while true {
            do {
                for try await progress in link.stream(method) {
                    if progress != view.last { losses = 0 }
                    // A service that was started again does all of it again, which hides no question.
                    if question.isOpen, !progress.isFinal { view.note(progress) } else { try view.show(progress) }
                    if progress.phase == .awaitingConsent { question.pose(progress) }
                    if progress.isFinal { return progress }
                }
                try Task.checkCancellation()
                throw ControlError.connectionLost("it closed the connection in the middle of an installation")
            } catch let error as ControlError {
                losses += 1
                // One that could not be reached at first is not to be expected.
                guard error.isLostConnection, view.last != nil || error.isBrokenConnection,
                    losses <= Self.largestLossCount
                else { throw error }
                try await Task.sleep(for: .milliseconds(5 << losses))
            }
        }
    }

    private enum Event: Sendable {
        case ended(InstallationProgress)
        case interrupted
        case nothing
    }

    private func conclude(
        _ progress: InstallationProgress, isCancelling: Bool
    ) throws(ControlError) -> InstallationProgress {
        switch progress.phase {
        case .failed:
            throw .installationFailed(
                bundleID: progress.bundleID, reason: progress.detail ?? "the service does not say why",
                code: progress.errorCode.map { ServiceError.Code(rawValue: $0) })
        case .cancelled where isCancelling:
            context.console.note("The installation of \(progress.bundleID) was cancelled.")
            throw .interrupted
        case .cancelled: throw .installationCancelled(bundleID: progress.bundleID)
        default: return progress
        }
    }

    private func explainDetachment(_ last: InstallationProgress?) {
        let name = last?.bundleID ?? "ID"
        context.console.showLive("")
        if last?.phase == .awaitingConsent {
            return context.console.note(
                "Nobody has agreed here: unless somebody else is asked, or agrees, nothing is fetched and nothing is left behind."
            )
        }
        context.console.note(
            "The installation goes on without this command: `ba apps` shows how far it is, "
                + "`ba pause \(name)` and `ba cancel \(name)` pause and cancel it.")
    }
}
