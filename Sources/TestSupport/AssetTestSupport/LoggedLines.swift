// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Logging
internal import Synchronization

/// Keeps the lines that are logged.
package final class LoggedLines: LogHandler {
    private let lines = Mutex<[String]>([])

    package init() {}

    package var texts: [String] { lines.withLock { $0 } }

    package var logLevel: Logger.Level {
        get { .trace }
        set {}
    }
    package var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    package func log(event: LogEvent) { lines.withLock { $0.append("\(event.message)") } }
}
