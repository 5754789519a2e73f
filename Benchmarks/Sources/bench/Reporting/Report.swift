// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// All rows of a run, as text and as JSON.
struct Report: Encodable {
    struct Machine: Encodable {
        var processors = ProcessInfo.processInfo.activeProcessorCount
        var memoryGiB = Double(ProcessInfo.processInfo.physicalMemory) / Double(1 << 30)
        var system = ProcessInfo.processInfo.operatingSystemVersionString
    }

    var machine = Machine()
    /// Small data were used: figures say whether it works, not how fast.
    var isQuick: Bool
    var rounds: Int
    var rows: [Row] = []

    /// One line for a row; it ends in `met` or `missed`.
    static func line(_ row: Row) -> String {
        var parts = [pad(row.name, 30), pad(Figure.text(row.figure, row.unit), 12)]
        parts.append(pad(row.peer.map { "peer \(Figure.text($0, row.unit))" } ?? "", 16))
        parts.append(pad(row.ratio.map { "ratio \(Figure.number($0))" } ?? "", 11))
        parts.append(pad(row.limit, 14))
        var effort: [String] = []
        if let seconds = row.processorSeconds {
            let peer = row.peerProcessorSeconds.map { " (peer \(Figure.number($0)))" } ?? ""
            effort.append("CPU \(Figure.number(seconds)) s\(peer)")
        }
        if let memory = row.memory { effort.append("memory \(Figure.number(memory)) MiB") }
        parts.append(pad(effort.joined(separator: ", "), 44))
        return parts.joined(separator: " ") + " " + row.verdict
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    func write(to path: String) throws(BenchError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do { try encoder.encode(self).write(to: URL(fileURLWithPath: path)) } catch {
            throw .file(path: path, reason: "\(error)")
        }
    }
}
