// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import SystemSupport

/// Takes an answer: its head is kept beside the body, which a file takes.
final class ExchangeSink: BodySink {
    private let writer: FileWriter
    private let source: String
    private let path: String
    private let progress: @Sendable (ExchangeTransfer.Progress) -> Void
    private let refusal: RefusalMark
    private let kept: Mutex<AnswerHead?>
    /// What came with the answer that is being taken, until its body begins.
    private let latest = Mutex<AnswerHead?>(nil)

    /// - `head`: of the answer that there is a part of; nil for none.
    init(
        writer: FileWriter, source: String, path: String, head: AnswerHead?, refusal: RefusalMark,
        progress: @escaping @Sendable (ExchangeTransfer.Progress) -> Void
    ) {
        self.writer = writer
        self.source = source
        self.path = path
        self.refusal = refusal
        self.progress = progress
        kept = Mutex(head)
    }

    /// Of the answer that there is a part of; nil for none.
    var head: AnswerHead? { kept.withLock { $0 } }

    func answered(_ head: AnswerHead) { latest.withLock { $0 = head } }

    func bodyBegins(atOffset offset: Int64, etag: String?, total: Int64?) throws(TransferError) {
        // The rest of a body belongs to the answer that its beginning came with.
        if offset == 0, let head = latest.withLock({ $0 }) {
            kept.withLock { $0 = head }
            let record = ExchangeRecord(source: source, head: head)
            let path = path
            writer.enqueue { () throws(SystemError) in try record.write(in: Directory(creating: path)) }
            let (refusal, isRefused) = (refusal, head.status == 401)
            // Behind what is still to be written of an answer before.
            writer.enqueue { () throws(SystemError) in refusal.isSet = isRefused }
            if !isRefused { progress(.answered(head)) }
        } else if let head {
            progress(.answered(head))
        }
        try writer.bodyBegins(atOffset: offset, etag: etag, total: total)
    }

    func bodyBytes(_ bytes: UnsafeRawBufferPointer, resume: @escaping @Sendable () -> Void) throws(TransferError) {
        try writer.bodyBytes(bytes, resume: resume)
    }

    /// The body is on disk: from now on the answer is not asked for any more.
    func finish(_ body: FetchedFile, url: String) async throws(TransferError) -> ExchangeAnswer {
        guard let head else { throw .connection(url: url, reason: "the server has answered nothing") }
        let record = ExchangeRecord(source: source, head: head, url: url, size: body.size)
        let path = path
        try await writer.work { () throws(SystemError) in try record.write(in: Directory(creating: path)) }
        return ExchangeAnswer(head: head, url: url, body: body)
    }
}
