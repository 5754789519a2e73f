// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SystemSupport

/// What is kept of an answer beside its body, so that it is known also to whoever goes on after the service was killed.
struct ExchangeRecord: Codable, Sendable {
    private static let name = "answer"
    /// Bytes of the longest record that is read.
    private static let limit = 1 << 20

    /// What was asked, in one line.
    var source: String
    var head: AnswerHead
    /// Where redirects led; nil while the body comes.
    var url: String?
    /// Bytes of the whole body; nil while it comes.
    var size: Int64?

    /// - Returns: nil when there is none, and for one of something else: it is asked again then.
    static func read(in folder: borrowing Directory, of source: String) -> ExchangeRecord? {
        guard let bytes = try? folder.open(name).readAll(limit: limit, subject: name),
            let record = try? JSONDecoder().decode(ExchangeRecord.self, from: Data(bytes)), record.source == source
        else { return nil }
        return record
    }

    /// The answer, when it has come as a whole and lies there.
    func answer(in stagingPath: String) -> ExchangeAnswer? {
        let path = stagingPath + "/" + FileWriter.fileName
        guard let url, let size, FileStatus(path: path)?.size == size else { return nil }
        return ExchangeAnswer(head: head, url: url, body: FetchedFile(path: path, size: size))
    }

    func write(in folder: borrowing Directory) throws(SystemError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        // Without it the answer is asked for once more after the service was killed.
        guard let bytes = try? encoder.encode(self) else { return }
        try folder.writeAtomically(bytes, to: Self.name)
    }

    static func remove(in folder: borrowing Directory) throws(SystemError) { try folder.removeFile(name) }
}
