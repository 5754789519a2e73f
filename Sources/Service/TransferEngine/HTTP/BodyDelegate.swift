// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// Hands one response's body to a sink and checks what the server says about it.
final class BodyDelegate: HTTPClientResponseDelegate {
    enum Outcome: Sendable {
        case complete
        case redirect(status: Int, location: String?)
        /// The server wants to know who asks: its WWW-Authenticate headers, and what it says.
        case refused([String], reason: String?)
    }
    typealias Response = Outcome

    /// An answer that is none to what was asked, while what it says is read.
    private struct Refusal {
        let code: Int
        let retryAfter: Int?
        var body: RefusalBody

        func error(at url: String) -> TransferError {
            .status(url: url, code: code, retryAfter: retryAfter, reason: body.reason)
        }
    }

    private struct State {
        var outcome = Outcome.complete
        /// Of the head of a response; nil before it has come.
        var status: UInt?
        var isCancelled = false
        var takesBody = false
        var refusal: Refusal?
        /// What is said by a server that wants to know who asks, while it is read.
        var question: RefusalBody?
        var position: Int64 = 0
        /// Bytes of the file: what was declared, else what the response says.
        var size: Int64?
        var pace: TransferPace
        /// What the sink has not taken yet.
        var held: EventLoopPromise<Void>?
    }

    private let url: String
    private let offset: Int64
    private let size: Int64?
    private let isHead: Bool
    private let asksForPart: Bool
    private let takesEveryAnswer: Bool
    private let takesChallenges: Bool
    private let unwanted: UnwantedBody
    private let sink: any BodySink
    private let state: Mutex<State>

    /// Whether the head of a response has come.
    var hasAnswer: Bool { state.withLock { $0.status != nil } }

    /// What the server has refused, though what it says of that came to no end.
    var refusal: TransferError? { state.withLock { $0.refusal?.error(at: url) } }

    /// What the server has answered where it wants no more of what it is sent; nil where it may, and while that has come to no end.
    var answer: Outcome? {
        state.withLock { state in
            guard let status = state.status, status >= 300 else { return nil }
            if case .redirect = state.outcome { return state.outcome }
            return state.takesBody && state.position == state.size ? state.outcome : nil
        }
    }

    /// - `patience`: seconds over which the body's pace is taken.
    /// - `isHead`: what is said of the body is asked for, and not the body.
    /// - `asksForPart`: a part is all that is wanted, whichever the server gives.
    /// - `takesEveryAnswer`: what the server says is the answer, of whatever status.
    /// - `takesChallenges`: somebody answers when the server wants to know who asks.
    /// - `unwanted`: what is sent, where the server takes no more of it.
    init(
        url: String, offset: Int64, size: Int64?, patience: Int64, isHead: Bool, asksForPart: Bool,
        takesEveryAnswer: Bool,
        takesChallenges: Bool, unwanted: UnwantedBody, sink: any BodySink
    ) {
        state = Mutex(State(pace: TransferPace(patience: patience)))
        self.url = url
        self.offset = offset
        self.size = size
        self.isHead = isHead
        self.asksForPart = asksForPart
        self.takesEveryAnswer = takesEveryAnswer
        self.takesChallenges = takesChallenges
        self.unwanted = unwanted
        self.sink = sink
    }

    func didReceiveHead(task: HTTPClient.Task<Outcome>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        state.withLock { $0.status = head.status.code }
        do {
            // They are held in memory, and on record: what is sent has the same limit.
            let size = head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
            guard size <= TransferRequest.largestHeaders else {
                throw TransferError.headersTooLarge(url: url, limit: TransferRequest.largestHeaders)
            }
            if takesEveryAnswer {
                sink.answered(
                    AnswerHead(
                        status: Int(head.status.code),
                        headers: head.headers.map { HTTPField(name: $0.name, value: $0.value) },
                        version: "\(head.version)"))
            }
            switch head.status.code {
            case 200: try begin(at: 0, total: nil, head)
            case 206 where asksForPart: try begin(at: 0, total: nil, head)
            case 206:
                let range = try range(head)
                try begin(at: range.start, total: range.total, head)
            case 301, 302, 303, 307, 308:
                let location = head.headers.first(name: "Location")
                // One that says nothing of where to go on is the answer: so servers answer who sends a file in parts.
                if location == nil, takesEveryAnswer {
                    try begin(at: 0, total: nil, head)
                } else {
                    state.withLock { $0.outcome = .redirect(status: Int(head.status.code), location: location) }
                }
            case 401 where takesChallenges && takesEveryAnswer:
                // It is the answer, too, when nobody says who asks.
                try begin(at: 0, total: nil, head)
                state.withLock { $0.outcome = .refused(head.headers["WWW-Authenticate"], reason: nil) }
            case 401 where takesChallenges:
                let body = RefusalBody(head.headers)
                state.withLock { state in
                    state.outcome = .refused(head.headers["WWW-Authenticate"], reason: nil)
                    state.question = body
                }
            // What was there is not what the server has now.
            case 412 where offset > 0, 416 where offset > 0:
                throw TransferError.status(url: url, code: Int(head.status.code), retryAfter: nil)
            case 200... where takesEveryAnswer: try begin(at: 0, total: nil, head)
            default:
                let (code, retryAfter) = (Int(head.status.code), head.headers.retryAfterSeconds)
                guard let body = RefusalBody(head.headers) else {
                    throw TransferError.status(url: url, code: code, retryAfter: retryAfter)
                }
                state.withLock { $0.refusal = Refusal(code: code, retryAfter: retryAfter, body: body) }
            }
            if answer != nil { unwanted.end() }
            return task.eventLoop.makeSucceededVoidFuture()
        } catch { return task.eventLoop.makeFailedFuture(error) }
    }

    private func begin(at position: Int64, total: Int64?, _ head: HTTPResponseHead) throws(TransferError) {
        // Whoever takes every answer is told its encoding with the rest.
        if !takesEveryAnswer, let encoding = head.headers.first(name: "Content-Encoding"),
            encoding.lowercased() != "identity"
        {
            throw .status(url: "\(url) (sent as \(encoding), which was not asked for)", code: 415, retryAfter: nil)
        }
        // These say how large something is, and bring nothing (RFC 9110, 6.4.1).
        let isEmpty = isHead || head.status == .noContent || head.status == .notModified
        let length =
            isEmpty
            ? 0 : head.headers.first(name: "Content-Length").flatMap { Int64($0) }.map { position &+ $0 }
        if let size, let length, length != size {
            throw length > size
                ? .tooLarge(url: url, limit: size) : .truncated(url: url, expected: size, received: length)
        }
        let expected = size ?? total ?? length
        try sink.bodyBegins(atOffset: position, etag: head.headers.first(name: "ETag"), total: expected)
        state.withLock {
            $0.takesBody = true
            $0.position = position
            $0.size = expected
        }
    }

    /// Where a 206 begins; it must be what was asked for, of a file of the size that was declared.
    private func range(_ head: HTTPResponseHead) throws(TransferError) -> (start: Int64, total: Int64?) {
        let text = head.headers.first(name: "Content-Range") ?? "(none)"
        let pattern = /bytes (\d+)-(\d+)\/(\d+|\*)/
        guard let match = text.wholeMatch(of: pattern), let start = Int64(match.1), start == offset,
            match.3 == "*" || size == nil || Int64(match.3) == size
        else {
            throw .status(
                url: "\(url) (Content-Range: \(text), where \(offset)- of \(size.map(String.init) ?? "*") was asked)",
                code: 416,
                retryAfter: nil)
        }
        return (start, Int64(match.3))
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Outcome>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        let (takes, end, size, isTooSlow, isTooLong) = state.withLock { state in
            let isTooLong = state.refusal?.body.take(buffer) == false
            // What is asked is known without it.
            if state.question?.take(buffer) == false { state.question = nil }
            state.position += Int64(buffer.readableBytes)
            return (
                state.takesBody, state.position, state.size, state.pace.isTooSlow(after: buffer.readableBytes),
                isTooLong
            )
        }
        if let refusal, isTooLong || isTooSlow { return task.eventLoop.makeFailedFuture(refusal) }
        guard takes else { return task.eventLoop.makeSucceededVoidFuture() }
        guard !isTooSlow || end == size else {
            return task.eventLoop.makeFailedFuture(TransferError.stalled(url: url))
        }
        if let size, end > size {
            return task.eventLoop.makeFailedFuture(TransferError.tooLarge(url: url, limit: size))
        }
        let promise = task.eventLoop.makePromise(of: Void.self)
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.held = promise }
            return state.isCancelled
        }
        if isCancelled {
            promise.fail(HTTPClientError.cancelled)
            return promise.futureResult
        }
        do {
            try buffer.withUnsafeReadableBytes { bytes in
                try sink.bodyBytes(bytes) { promise.succeed() }
            }
            if answer != nil { unwanted.end() }
        } catch { promise.fail(error) }
        return promise.futureResult
    }

    /// Nobody wants the rest: what a sink holds back is not waited for. Where all of a response has come, its request ends only
    /// when that is let go of.
    func cancel() {
        let held = state.withLock { state in
            state.isCancelled = true
            defer { state.held = nil }
            return state.held
        }
        held?.fail(HTTPClientError.cancelled)
    }

    func didReceiveError(task: HTTPClient.Task<Outcome>, _ error: any Error) {}

    func didFinishRequest(task: HTTPClient.Task<Outcome>) throws -> Outcome {
        try state.withLock { state throws(TransferError) in
            if let refusal = state.refusal { throw refusal.error(at: url) }
            if state.takesBody, let size = state.size, state.position != size {
                throw .truncated(url: url, expected: size, received: state.position)
            }
            if case .refused(let fields, _) = state.outcome {
                return .refused(fields, reason: state.question?.reason)
            }
            return state.outcome
        }
    }
}
