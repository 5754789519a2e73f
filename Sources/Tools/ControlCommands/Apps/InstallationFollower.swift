// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

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

    let link: any ServiceLink
    let context: ControlContext
    var printsJSON = false
    var onInterruption = OnInterruption.detach

    /// Follows `stream` to its final message and returns that.
    ///
    /// - Throws: `ControlError`: what the service answered; `installationFailed` and `installationCancelled` when it
    ///   ended so; `interrupted` when the person left it, or cancelled it from here.
    func follow(
        _ stream: AsyncThrowingStream<InstallationProgress, any Error>
    ) async throws -> InstallationProgress {
        let view = InstallationView(console: context.console, printsJSON: printsJSON)
        return try await withThrowingTaskGroup(of: Event.self) { group in
            group.addTask {
                for try await progress in stream {
                    try view.show(progress)
                    if progress.isFinal { return .ended(progress) }
                }
                try Task.checkCancellation()
                throw ControlError.unreachable("it closed the connection in the middle of an installation")
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
                    _ = try await link.call(AppsInterface.ControlInstallation(bundleID: bundleID, action: .cancel))
                }
            }
            throw ControlError.interrupted
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
                bundleID: progress.bundleID, reason: progress.detail ?? "the service does not say why")
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
        context.console.note(
            "The installation goes on without this command: `ba apps` shows how far it is, "
                + "`ba pause \(name)` and `ba cancel \(name)` pause and cancel it.")
    }
}
