// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import Synchronization
internal import ToolSupport

/// Shows an installation as it goes on: a bar on a terminal, a line for each phase, each tenth and each wait in a pipe, an object
/// a line for programs.
final class InstallationView: Sendable {
    enum Audience: Sendable { case people, programs, nobody }

    private struct State {
        var last: InstallationProgress?
        var notedPhase: InstallationProgress.Phase?
        var notedTenth = 0
        var notedDetail: String?
    }

    private let console: Console
    private let audience: Audience
    private let state = Mutex(State())

    init(console: Console, audience: Audience) {
        self.console = console
        self.audience = audience
    }

    deinit { console.showLive("") }

    /// What was shown last.
    var last: InstallationProgress? { state.withLock { $0.last } }

    /// Takes note of what is not shown.
    func note(_ progress: InstallationProgress) { state.withLock { $0.last = progress } }

    func show(_ progress: InstallationProgress) throws(ToolError) {
        let isNews = state.withLock { state in
            state.last = progress
            let tenth = progress.fraction.isFinite ? Int(min(1, max(0, progress.fraction)) * 10) : 0
            defer {
                (state.notedPhase, state.notedTenth) = (progress.phase, max(tenth, state.notedTenth))
                state.notedDetail = progress.detail
            }
            // Why it does not go on is said once each time.
            return progress.phase != state.notedPhase || tenth > state.notedTenth
                || (progress.detail != nil && progress.detail != state.notedDetail)
        }
        switch audience {
        case .programs: console.write(try JSONLine.text(progress))
        case .people: tell(progress, isNews: isNews)
        case .nobody: break
        }
    }

    private func tell(_ progress: InstallationProgress, isNews: Bool) {
        let line = InstallationLine(progress: progress)
        if progress.isFinal {
            console.showLive("")
        } else if console.errorIsTerminal {
            console.showLive(line.live(columns: console.columns))
        } else if isNews {
            console.note(line.plain)
        }
    }
}
