// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import ToolSupport

/// Counts the bytes of all uploads of a command, and shows them.
final class UploadMeter: Sendable {
    private let bar: ProgressBar

    init(_ bar: ProgressBar) { self.bar = bar }

    /// Bytes that are there already.
    func skip(_ count: Int64) { bar.advance(by: count) }

    func part() -> Part { Part(bar) }

    func finish() { bar.finish() }

    /// The bytes of one try to send a part.
    final class Part: Sendable {
        private let bar: ProgressBar
        private let counted = Mutex<Int64>(0)

        fileprivate init(_ bar: ProgressBar) { self.bar = bar }

        func count(_ bytes: Int64) {
            counted.withLock { $0 += bytes }
            bar.advance(by: bytes)
        }

        /// The try has come to nothing.
        func takeBack() { bar.advance(by: -counted.withLock { $0 }) }
    }
}
