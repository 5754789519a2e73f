// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// What an upload has come to, as lines that are added one after the other: a process that is killed in the midst of one has
/// lost that line alone.
struct UploadRecord: Equatable, Sendable {
    /// Names the requests of this upload, so that one whose answer was lost is not done twice.
    var attempt: String
    var versionID: String?
    var fileID: String?
    /// The entity tags of the parts that were sent; empty ones of servers that give none.
    var tags: [Int: String] = [:]
    var isCommitted = false

    /// One step of it.
    enum Step: Equatable, Sendable {
        case begin(attempt: String)
        case version(String)
        case file(String)
        case part(Int, tag: String)
        /// What was sent has to be sent again.
        case partsLost
        case committed
    }

    /// A new one.
    init(attempt: String) { self.attempt = attempt }

    /// What was written before.
    ///
    /// - Returns: nil when there is none.
    init?(lines: [UInt8]) {
        var record: UploadRecord?
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            guard let step = Step(line: Array(line)) else { continue }
            if case .begin(let attempt) = step { record = UploadRecord(attempt: attempt) } else { record?.apply(step) }
        }
        guard let record else { return nil }
        self = record
    }

    mutating func apply(_ step: Step) {
        switch step {
        case .begin(let attempt): self = UploadRecord(attempt: attempt)
        case .version(let id): versionID = id
        case .file(let id): (fileID, tags) = (id, [:])
        case .part(let number, let tag): tags[number] = tag
        case .partsLost: tags = [:]
        case .committed: isCommitted = true
        }
    }
}

extension UploadRecord.Step {
    private struct Line: Codable {
        var attempt, version, file, tag: String?
        var part: Int?
        var committed, partsLost: Bool?
    }

    fileprivate init?(line bytes: [UInt8]) {
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)) else { return nil }
        if let attempt = line.attempt {
            self = .begin(attempt: attempt)
        } else if let id = line.version {
            self = .version(id)
        } else if let id = line.file {
            self = .file(id)
        } else if let number = line.part {
            self = .part(number, tag: line.tag ?? "")
        } else if line.partsLost == true {
            self = .partsLost
        } else if line.committed == true {
            self = .committed
        } else {
            return nil
        }
    }

    /// With its line end.
    var line: [UInt8] {
        var line = Line()
        switch self {
        case .begin(let attempt): line.attempt = attempt
        case .version(let id): line.version = id
        case .file(let id): line.file = id
        case .part(let number, let tag): (line.part, line.tag) = (number, tag)
        case .partsLost: line.partsLost = true
        case .committed: line.committed = true
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Text, numbers and truth values always have a JSON form.
        return Array((try? encoder.encode(line)) ?? Data()) + [UInt8(ascii: "\n")]
    }
}
