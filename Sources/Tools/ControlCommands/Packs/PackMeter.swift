// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ServiceInterface
internal import Synchronization
internal import ToolSupport

/// Adds up the progress of the packs that a command fetches, and shows it.
final class PackMeter: Sendable {
    private struct State {
        var wanted: Set<String> = []
        var sizes: [String: (completed: Int64, total: Int64)] = [:]
        var bar: ProgressBar?
    }

    private let console: Console
    private let isQuiet: Bool
    private let state: Mutex<State>

    init(console: Console, isQuiet: Bool) {
        self.console = console
        self.isQuiet = isQuiet
        state = Mutex(State())
    }

    /// Only the events of these packs count.
    func follow(_ packIDs: some Sequence<String>) { state.withLock { $0.wanted.formUnion(packIDs) } }

    /// Takes an event; one that says nothing of bytes changes nothing.
    func take(_ event: PackEvent) {
        guard let id = event.pack?.id, event.totalBytes > 0 else { return }
        let (bar, completed, total) = state.withLock { state -> (ProgressBar?, Int64, Int64) in
            state.sizes[id] = (event.completedBytes, event.totalBytes)
            let wanted = state.sizes.filter { state.wanted.contains($0.key) }
            if wanted.isEmpty { return (nil, 0, 0) }
            if state.bar == nil {
                let label = state.wanted.count == 1 ? id : Quantity.count(state.wanted.count, "pack")
                state.bar = ProgressBar("Fetching \(label)", total: nil, quiet: isQuiet, console: console)
            }
            let completed = wanted.values.reduce(into: Int64(0)) { $0 &+= $1.completed }
            return (state.bar, completed, wanted.values.reduce(into: Int64(0)) { $0 &+= $1.total })
        }
        bar?.update(completed: completed, total: total)
    }

    /// Leaves the summary line, when anything was fetched.
    func finish() { state.withLock { $0.bar }?.finish() }
}
