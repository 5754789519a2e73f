// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

/// The reading end of what a command writes to one of its streams.
final class OutputCollector: Sendable {
    private struct State {
        var text = ""
        var hasEnded = false
        var waiters: [(text: String, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    /// The end that the command writes to.
    let writingEnd: Int32
    private let readingEnd: Int32
    private let state = Mutex(State())

    init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        readingEnd = ends[0]
        writingEnd = ends[1]
        Thread.detachNewThread { [self] in collect() }
    }

    /// Whether the text holds `text` now, or will before it ends.
    func waitFor(_ text: String) async -> Bool {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                if state.text.contains(text) {
                    continuation.resume(returning: true)
                } else if state.hasEnded {
                    continuation.resume(returning: false)
                } else {
                    state.waiters.append((text, continuation))
                }
            }
        }
    }

    /// Closes the writing end and returns all that was written.
    func finish() async -> String {
        close(writingEnd)
        // Nothing that a command writes holds this, so that it waits for the end.
        _ = await waitFor("\u{0}never\u{0}")
        return state.withLock { $0.text }
    }

    private func collect() {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        var bytes: [UInt8] = []
        while true {
            let count = read(readingEnd, &chunk, chunk.count)
            if count > 0 { bytes += chunk[..<count] }
            let ready = state.withLock { state in
                state.text = String(decoding: bytes, as: UTF8.self)
                state.hasEnded = count <= 0
                let text = state.text
                let hasEnded = state.hasEnded
                let ready = state.waiters.filter { hasEnded || text.contains($0.text) }
                state.waiters.removeAll { hasEnded || text.contains($0.text) }
                return ready.map { ($0.continuation, text.contains($0.text)) }
            }
            for (continuation, isThere) in ready { continuation.resume(returning: isThere) }
            if count <= 0 { break }
        }
        close(readingEnd)
    }
}
