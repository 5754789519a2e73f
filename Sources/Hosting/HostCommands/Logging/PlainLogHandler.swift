// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import ToolSupport

/// Writes what is logged as lines for people. What comes from outside, as names of files, ends no line and moves no cursor.
struct PlainLogHandler: LogHandler {
    private var inner: StreamLogHandler

    init(label: String) { inner = StreamLogHandler.standardError(label: label) }

    var metadata: Logger.Metadata {
        get { inner.metadata }
        set { inner.metadata = newValue }
    }
    var logLevel: Logger.Level {
        get { inner.logLevel }
        set { inner.logLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { inner[metadataKey: key] }
        set { inner[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.message = "\(PrintableText.of("\(event.message)"))"
        event.metadata = event.metadata?.mapValues { "\(PrintableText.of("\($0)"))" }
        inner.log(event: event)
    }
}
