// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HostingModel
internal import Logging
internal import ToolSupport

/// Writes what is logged as JSON: an object a line, with `time`, `level`, `logger` and `message`, and all else under its own name
/// in `metadata`.
struct JSONLogHandler: LogHandler {
    let label: String
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    init(label: String) { self.label = label }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    private struct Line: Encodable {
        let time, level, logger, message: String
        let metadata: [String: String]?
    }

    func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { _, new in new }.mapValues { "\($0)" }
        let line = Line(
            time: "\(Timestamp.current)", level: event.level.rawValue, logger: label, message: "\(event.message)",
            metadata: fields.isEmpty ? nil : fields)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { Console.standard.note(String(decoding: try encoder.encode(line), as: UTF8.self)) } catch {
            // Better in another form than not at all.
            Console.standard.note("\(line.time) \(line.level) \(label): \(line.message)")
        }
    }
}
