// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import Logging

/// Writes log lines to the service's log file and to the buffer that `ba logs` reads.
package struct ServiceLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel: Logger.Level
    private let buffer: LogBuffer
    private let file: LogFile

    package init(level: Logger.Level, buffer: LogBuffer, file: LogFile) {
        logLevel = level
        self.buffer = buffer
        self.file = file
    }

    package subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let time = Date().formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
        let fields = metadata.merging(event.metadata ?? [:]) { _, new in new }
            .map { " \($0.key)=\($0.value)" }.sorted().joined()
        let line = PlainLine.make("\(time) \(event.level) \(event.message)\(fields)")
        buffer.append(line)
        file.append(line)
    }
}
