// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import Synchronization
internal import ToolSupport

/// Shows a person the sizes that an app names, asks once, and tells the service the answer.
final class ConsentQuestion: Sendable {
    private enum Answer { case none, yes, no }

    private let link: any ServiceLink
    private let context: ControlContext
    private let answer: Mutex<Answer>
    /// What the person has been shown.
    private let shown = Mutex<InstallSizes?>(nil)
    private let open = Mutex(false)
    private let waiting = AsyncStream<InstallationProgress>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// - `agrees`: the person has agreed already, and is not asked: the installation may be another caller's.
    init(link: any ServiceLink, context: ControlContext, agrees: Bool = false) {
        answer = Mutex(agrees ? .yes : .none)
        self.link = link
        self.context = context
    }

    /// The installation waits for consent. A service that was started again says so again.
    func pose(_ progress: InstallationProgress) { waiting.continuation.yield(progress) }

    /// Whether somebody is being asked: what is at the end of the terminal is the question.
    var isOpen: Bool { open.withLock { $0 } }

    /// Answers whatever is posed, until the task is cancelled.
    func run() async throws {
        for await progress in waiting.stream {
            // What was agreed to is nothing else, as of a bundle that was changed meanwhile.
            if shown.withLock({ $0 != nil && $0 != progress.sizes }), answer.withLock({ $0 == .yes }) {
                answer.withLock { $0 = .none }
            }
            if answer.withLock({ $0 == .none }) {
                guard let given = await ask(progress) else { return }
                answer.withLock { $0 = given ? .yes : .no }
                shown.withLock { $0 = progress.sizes }
            }
            let agrees = answer.withLock { $0 == .yes }
            do throws(ControlError) {
                _ = try await link.call(
                    AppsInterface.ControlInstallation(
                        bundleID: progress.bundleID, action: agrees ? .consent : .decline,
                        sizes: shown.withLock { $0 }))
            } catch {
                // A successor of a service that has gone poses the question again.
                if error.isLostConnection { continue }
                // It has ended meanwhile, which its own stream tells.
                if case .service(let error) = error, error.code == .installationNotFound { continue }
                // Something else waits by now, which its stream has posed.
                if case .service(let error) = error, error.code == .consentRequired { continue }
                throw error
            }
        }
    }

    /// nil when it is not to be answered any more.
    private func ask(_ progress: InstallationProgress) async -> Bool? {
        guard let ask = context.ask else { return nil }
        context.console.showLive("")
        if let sizes = progress.sizes {
            context.console.note("This is how much room it may take:\n" + SizeText(sizes).text)
        }
        open.withLock { $0 = true }
        defer { open.withLock { $0 = false } }
        guard let line = await ask("Install it? [y/N] ") else { return Task.isCancelled ? nil : false }
        return ["y", "yes"].contains(line.lowercased())
    }
}
