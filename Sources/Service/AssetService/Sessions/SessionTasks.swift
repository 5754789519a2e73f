// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// The tasks of a session, by the app's own numbers. How many are how far, and what room they take, is known without a look at each.
struct SessionTasks: Sendable {
    private var all: [Int64: HeldSessionTask] = [:]
    private var counts: [HeldSessionTask.Stage: Int] = [:]
    /// Bytes that they are described with, and that servers have answered beside files.
    private(set) var size = 0

    subscript(number: Int64) -> HeldSessionTask? {
        get { all[number] }
        set {
            if let before = all[number] {
                counts[before.stage, default: 0] -= 1
                size -= before.size
            }
            if let newValue {
                counts[newValue.stage, default: 0] += 1
                size += newValue.size
            }
            all[number] = newValue
        }
    }

    var isEmpty: Bool { all.isEmpty }
    var count: Int { all.count }

    /// How many are as far as that.
    func count(_ stages: HeldSessionTask.Stage...) -> Int { stages.reduce(0) { $0 + (counts[$1] ?? 0) } }

    /// By number.
    var inOrder: [HeldSessionTask] { all.values.sorted { $0.task.number < $1.task.number } }
}
