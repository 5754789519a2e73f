// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import Logging
internal import ProcessSupervision
internal import Synchronization
internal import SystemSupport

/// What apps print, and what they have started: it is logged for as long as somebody can print it. Their pipes do not break (`LastingPipe`), so
/// where nobody read on whoever prints would wait at some time.
package final class AppOutputs: Sendable {
    private let count = Mutex(0)
    private let logger: Logger

    package init(logger: Logger) { self.logger = logger }

    /// Whether nobody prints any more.
    package var isEmpty: Bool { count.withLock { $0 == 0 } }

    /// Goes on with what a process prints that an earlier service has started, or that is left of what it has started.
    package func follow(_ processID: Int32, of bundleID: String) {
        guard let reader = LastingPipe.reopen(of: processID) else { return }
        let output = output(reader, of: bundleID)
        Thread.detachNewThread { output().takeAll() }
    }

    /// What somebody is about to print, made by the thread that takes it.
    func output(_ reader: PipeReader, of bundleID: String) -> @Sendable () -> ChildOutput {
        count.withLock { $0 += 1 }
        return { [self] in
            ChildOutput(reader, of: bundleID, logger: logger) { self.count.withLock { $0 -= 1 } }
        }
    }
}
