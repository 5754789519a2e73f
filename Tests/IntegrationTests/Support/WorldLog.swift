// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Synchronization

/// What happened in a world, for a test that its time limit has ended: such a test cannot tell by itself.
final class WorldLog: Sendable {
    private let lines = Mutex<[String]>([])

    /// What is waited for now.
    func waits(for what: String) { add("waits for \(what)") }

    /// A program has ended.
    func note(_ program: String, _ arguments: [String], _ run: ProgramRun) {
        let said = run.errors.split(separator: "\n").suffix(2).joined(separator: " / ")
        add(([program] + arguments).joined(separator: " ") + " ended with \(run.status) \(said)")
    }

    /// What happens again and again stands there once.
    private func add(_ line: String) {
        lines.withLock { lines in
            lines.removeAll { $0 == line }
            lines.append(line)
        }
    }

    /// The last of it, the newest first.
    var summary: String { lines.withLock { $0.suffix(12).reversed().joined(separator: "; before it ") } }
}
