// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
package import Hummingbird
package import NIOCore

/// Answers GET and HEAD for one representation: whole, in part, or not at all because the client has it.
package struct ContentResponder: Sendable {
    /// Bytes that are read and sent at a time. Two such pieces are in memory for each transfer.
    package static let pieceSize = 256 << 10
    /// nginx's name for it, which others have learned.
    private static let redirectField = HTTPField.Name("X-Accel-Redirect")
    /// Bytes that are sent at once, when they are at hand.
    static let largestPrompt = 128 << 10

    private let content: any DeliveryContent
    private let contentType: String
    private let cachePolicy: CachePolicy
    /// What every answer but an error carries, 304 included.
    private let fields: [HTTPField]
    /// That of the whole.
    private let wholeFields: [HTTPField]
    private let eventLoop: (any EventLoop)?

    /// `eventLoop` is that of the connection, which back-pressure is taken from.
    package init(
        _ content: any DeliveryContent, contentType: String, cachePolicy: CachePolicy, eventLoop: (any EventLoop)? = nil
    ) {
        self.content = content
        self.eventLoop = eventLoop
        self.contentType = contentType
        self.cachePolicy = cachePolicy
        fields = [
            HTTPField(name: .eTag, value: content.tag.description), HTTPField(name: .acceptRanges, value: "bytes"),
            HTTPField(name: .cacheControl, value: cachePolicy.fieldValue),
            HTTPField(name: .xContentTypeOptions, value: "nosniff"),
        ]
        wholeFields =
            fields + [
                HTTPField(name: .contentType, value: contentType),
                HTTPField(name: .contentLength, value: String(content.size)),
            ]
    }

    /// - `handOver`: who sends the bytes, when that is not this process.
    package func respond(to request: Request, _ handOver: ContentHandOver? = nil) async -> Response {
        do throws(DeliveryProblem) {
            let answer = try answer(to: request.method, request.headers, handOver)
            let first = try await firstPiece(of: answer, isHead: request.method == .head && handOver == nil)
            var response = Response(
                status: answer.status, headers: HTTPFields(answer.fields), body: body(of: answer, beginningWith: first))
            // It would be that of an answer with no bytes.
            if answer.status == .notModified { response.headers[.contentLength] = nil }
            return response
        } catch { return problemResponse(error) }
    }

    /// The same out of what is at hand; nil where there is more to it.
    package func promptResponse(to request: PromptRequest, _ handOver: ContentHandOver?) -> PromptResponse? {
        guard let answer = try? answer(to: request.method, request.fields, handOver) else { return nil }
        switch answer.bytes {
        case .none:
            // Of bytes that are lost no head says that they come.
            let isHead = request.method == .head && handOver == nil && answer.status == .ok && content.size > 0
            if isHead, content.readAtHand(at: 0, count: 1) == nil { return nil }
            return PromptResponse(status: answer.status, fields: answer.fields)
        case .parts: return nil
        case .range(let range):
            guard range.count <= Self.largestPrompt,
                let bytes = content.readAtHand(at: range.lowerBound, count: range.count)
            else { return nil }
            return PromptResponse(status: answer.status, fields: answer.fields, body: bytes)
        }
    }

    /// - Throws: problems with 405, 412 and 416.
    private func answer(
        to method: HTTPRequest.Method, _ asked: some RequestFields, _ handOver: ContentHandOver?
    ) throws(DeliveryProblem) -> ContentAnswer {
        guard method == .get || method == .head else {
            throw DeliveryProblem(
                .methodNotAllowed, "\(method.rawValue) is not possible here: use GET or HEAD",
                allowedMethods: [.get, .head])
        }
        // Which bytes a client has is between it and who sends them, whose entity tags are its own.
        if case .elsewhere(let url, let lifetime)? = handOver { return redirect(to: url, for: lifetime) }
        let preconditions = RequestPreconditions(asked)
        switch preconditions.outcome(for: content.tag) {
        case .notModified: return ContentAnswer(.notModified, fields)
        case .failed: throw DeliveryProblem(.preconditionFailed, "the bytes asked for by If-Match are not here")
        case .proceed: break
        }
        var part: ContentAnswer?
        // Ranges are defined for GET only (RFC 9110, 14.2).
        if method == .get, let field = asked[.range],
            preconditions.allowsRange(for: content.tag), let wanted = ByteRangeRequest(parsing: field)
        {
            part = try partial(wanted)
        }
        // Who is in front takes the ranges that there are; its answer to others would be kept as long as the bytes are.
        if case .frontServer(let path)? = handOver { return passed(to: path) }
        if let part { return part }
        return ContentAnswer(.ok, wholeFields, method == .head ? .none : .range(0..<content.size))
    }

    private func problemResponse(_ problem: DeliveryProblem) -> Response {
        var response = problem.response()
        switch problem.status {
        case .preconditionFailed: response.headers[.eTag] = content.tag.description
        case .rangeNotSatisfiable:
            response.headers[.contentRange] = "bytes */\(content.size)"
            response.headers[.eTag] = content.tag.description
        default: break
        }
        return response
    }

    /// An answer with no bytes of its own: the server in front puts in those of a file, the size, and the range.
    private func passed(to path: String) -> ContentAnswer {
        // The server in front says itself that it takes ranges.
        var fields = fields.filter { $0.name != .acceptRanges }
        fields.append(HTTPField(name: .contentType, value: contentType))
        fields.append(HTTPField(name: .contentLength, value: "0"))
        if let field = Self.redirectField { fields.append(HTTPField(name: field, value: path)) }
        return ContentAnswer(.ok, fields)
    }

    private func redirect(to url: String, for seconds: Int) -> ContentAnswer {
        let fields = [
            HTTPField(name: .location, value: url), HTTPField(name: .contentLength, value: "0"),
            HTTPField(name: .cacheControl, value: cachePolicy.atMost(seconds).fieldValue),
        ]
        return ContentAnswer(.temporaryRedirect, fields)
    }

    private func partial(_ wanted: ByteRangeRequest) throws(DeliveryProblem) -> ContentAnswer {
        guard case .ranges(let ranges) = wanted.resolved(size: content.size), let first = ranges.first else {
            throw DeliveryProblem(
                .rangeNotSatisfiable,
                "the content has \(content.size) bytes; a request may name at most \(ByteRangeRequest.maximumCount) "
                    + "ranges, and one of them must begin inside it")
        }
        guard ranges.count == 1 else {
            let parts = MultipartByteRanges(ranges: ranges, size: content.size, contentType: contentType)
            let own = [
                HTTPField(name: .contentType, value: parts.contentType),
                HTTPField(name: .contentLength, value: String(parts.length)),
            ]
            return ContentAnswer(.partialContent, fields + own, .parts(parts))
        }
        let own = [
            HTTPField(name: .contentType, value: contentType),
            HTTPField(
                name: .contentRange, value: "bytes \(first.lowerBound)-\(first.upperBound - 1)/\(content.size)"),
            HTTPField(name: .contentLength, value: String(first.count)),
        ]
        return ContentAnswer(.partialContent, fields + own, .range(first))
    }

    /// Reads what is sent first: of bytes that cannot be had no head says that they come.
    ///
    /// - Throws: a problem with 503.
    private func firstPiece(of answer: ContentAnswer, isHead: Bool) async throws(DeliveryProblem) -> ByteBuffer? {
        let range: Range<Int64>
        switch answer.bytes {
        case .range(let whole): range = whole
        case .parts(let parts): range = parts.parts.first?.range ?? 0..<0
        case .none: range = isHead && answer.status == .ok ? 0..<min(content.size, 1) : 0..<0
        }
        guard !range.isEmpty else { return nil }
        do throws(ContentError) {
            return try await content.read(at: range.lowerBound, count: min(Self.pieceSize, range.count))
        } catch {
            throw DeliveryProblem(.serviceUnavailable, "the bytes cannot be had now; ask again", retryAfter: 5)
        }
    }

    private func body(of answer: ContentAnswer, beginningWith first: ByteBuffer?) -> ResponseBody {
        let (content, eventLoop) = (content, eventLoop)
        switch answer.bytes {
        case .none: return ResponseBody()
        case .range(let range):
            return ResponseBody(contentLength: range.count) { writer in
                try await Self.write(range, of: content, beginningWith: first, to: &writer, on: eventLoop)
                try await writer.finish(nil)
            }
        case .parts(let parts):
            return ResponseBody(contentLength: Int(parts.length)) { writer in
                var first = first
                for part in parts.parts {
                    try await writer.write(ByteBuffer(string: part.head))
                    try await Self.write(part.range, of: content, beginningWith: first, to: &writer, on: eventLoop)
                    first = nil
                }
                try await writer.write(ByteBuffer(string: parts.end))
                try await writer.finish(nil)
            }
        }
    }

    /// Sends a range piece by piece; the next piece is read while one is being sent.
    ///
    /// A write returns when the piece has been queued, and whether the connection takes more is known only when its
    /// event loop has seen that piece. Without waiting for that, a fast disk would fill the memory of a slow connection.
    @concurrent private static func write(
        _ range: Range<Int64>, of content: any DeliveryContent, beginningWith first: ByteBuffer?,
        to writer: inout any ResponseBodyWriter, on eventLoop: (any EventLoop)?
    ) async throws {
        var offset = range.lowerBound
        guard offset < range.upperBound else { return }
        var piece: ByteBuffer
        if let first {
            piece = first
        } else {
            piece = try await content.read(at: offset, count: min(pieceSize, Int(range.upperBound - offset)))
        }
        while true {
            offset += Int64(piece.readableBytes)
            let rest = Int(range.upperBound - offset)
            guard rest > 0 else { break }
            let place = offset
            async let next = content.read(at: place, count: min(pieceSize, rest))
            try await writer.write(piece)
            try await eventLoop?.submit {}.get()
            piece = try await next
        }
        try await writer.write(piece)
    }
}
