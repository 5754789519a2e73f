// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes
package import Hummingbird
package import NIOCore

/// Answers GET and HEAD for one representation: whole, in part, or not at all because the client has it.
package struct ContentResponder: Sendable {
    /// Bytes that are read and sent at a time. Two such pieces are in memory for each transfer.
    package static let pieceSize = 256 << 10
    /// Bytes that are sent at once, when they are at hand.
    static let largestPrompt = 128 << 10

    private let content: any DeliveryContent
    private let contentType: String
    /// What every answer but an error carries, 304 included.
    private let headers: HTTPFields
    private let eventLoop: (any EventLoop)?

    /// `eventLoop` is that of the connection, which back-pressure is taken from.
    package init(
        _ content: any DeliveryContent, contentType: String, cachePolicy: CachePolicy, eventLoop: (any EventLoop)? = nil
    ) {
        self.content = content
        self.eventLoop = eventLoop
        self.contentType = contentType
        var headers = HTTPFields()
        headers[.eTag] = content.tag.description
        headers[.acceptRanges] = "bytes"
        headers[.cacheControl] = cachePolicy.fieldValue
        headers[.xContentTypeOptions] = "nosniff"
        self.headers = headers
    }

    /// - `handOver`: who sends the bytes, when that is not this process.
    package func respond(to request: Request, _ handOver: ContentHandOver? = nil) -> Response {
        do throws(DeliveryProblem) {
            let answer = try answer(to: request.head, handOver)
            var response = Response(status: answer.status, headers: answer.headers, body: body(of: answer))
            // It would be that of an answer with no bytes.
            if answer.status == .notModified { response.headers[.contentLength] = nil }
            return response
        } catch { return problemResponse(error) }
    }

    /// The same out of what is at hand; nil where there is more to it.
    package func promptResponse(to request: HTTPRequest, _ handOver: ContentHandOver?) -> PromptResponse? {
        guard let answer = try? answer(to: request, handOver) else { return nil }
        switch answer.bytes {
        case .none: return PromptResponse(status: answer.status, headers: answer.headers)
        case .parts: return nil
        case .range(let range):
            guard range.count <= Self.largestPrompt,
                let bytes = content.readAtHand(at: range.lowerBound, count: range.count)
            else { return nil }
            return PromptResponse(status: answer.status, headers: answer.headers, body: bytes)
        }
    }

    /// - Throws: problems with 405, 412 and 416.
    private func answer(
        to request: HTTPRequest, _ handOver: ContentHandOver?
    ) throws(DeliveryProblem) -> ContentAnswer {
        guard request.method == .get || request.method == .head else {
            throw DeliveryProblem(
                .methodNotAllowed, "\(request.method.rawValue) is not possible here: use GET or HEAD",
                allowedMethods: [.get, .head])
        }
        // Which bytes a client has is between it and who sends them, whose entity tags are its own.
        if case .elsewhere(let url)? = handOver { return Self.redirect(to: url) }
        let preconditions = RequestPreconditions(request.headerFields)
        switch preconditions.outcome(for: content.tag) {
        case .notModified: return ContentAnswer(.notModified, headers)
        case .failed: throw DeliveryProblem(.preconditionFailed, "the bytes asked for by If-Match are not here")
        case .proceed: break
        }
        if case .frontServer(let path)? = handOver { return passed(to: path) }
        // Ranges are defined for GET only (RFC 9110, 14.2).
        if request.method == .get, let field = request.headerFields[.range],
            preconditions.allowsRange(for: content.tag), let wanted = ByteRangeRequest(parsing: field)
        {
            return try partial(wanted)
        }
        var headers = headers
        headers[.contentType] = contentType
        headers[.contentLength] = String(content.size)
        return ContentAnswer(.ok, headers, request.method == .head ? .none : .range(0..<content.size))
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
        var headers = headers
        headers[.contentType] = contentType
        headers[.contentLength] = "0"
        // nginx's name for it, which others have learned.
        if let field = HTTPField.Name("X-Accel-Redirect") { headers[field] = path }
        return ContentAnswer(.ok, headers)
    }

    private static func redirect(to url: String) -> ContentAnswer {
        var headers = HTTPFields()
        headers[.location] = url
        headers[.contentLength] = "0"
        // It is good for a short time only.
        headers[.cacheControl] = "no-store"
        return ContentAnswer(.temporaryRedirect, headers)
    }

    private func partial(_ wanted: ByteRangeRequest) throws(DeliveryProblem) -> ContentAnswer {
        guard case .ranges(let ranges) = wanted.resolved(size: content.size), let first = ranges.first else {
            throw DeliveryProblem(
                .rangeNotSatisfiable,
                "the content has \(content.size) bytes; a request may name at most \(ByteRangeRequest.maximumCount) "
                    + "ranges, and one of them must begin inside it")
        }
        var headers = headers
        guard ranges.count == 1 else {
            let parts = MultipartByteRanges(ranges: ranges, size: content.size, contentType: contentType)
            headers[.contentType] = parts.contentType
            headers[.contentLength] = String(parts.length)
            return ContentAnswer(.partialContent, headers, .parts(parts))
        }
        headers[.contentType] = contentType
        headers[.contentRange] = "bytes \(first.lowerBound)-\(first.upperBound - 1)/\(content.size)"
        headers[.contentLength] = String(first.count)
        return ContentAnswer(.partialContent, headers, .range(first))
    }

    private func body(of answer: ContentAnswer) -> ResponseBody {
        let (content, eventLoop) = (content, eventLoop)
        switch answer.bytes {
        case .none: return ResponseBody()
        case .range(let range):
            return ResponseBody(contentLength: range.count) { writer in
                try await Self.write(range, of: content, to: &writer, on: eventLoop)
                try await writer.finish(nil)
            }
        case .parts(let parts):
            return ResponseBody(contentLength: Int(parts.length)) { writer in
                for part in parts.parts {
                    try await writer.write(ByteBuffer(string: part.head))
                    try await Self.write(part.range, of: content, to: &writer, on: eventLoop)
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
        _ range: Range<Int64>, of content: any DeliveryContent, to writer: inout any ResponseBodyWriter,
        on eventLoop: (any EventLoop)?
    ) async throws {
        var offset = range.lowerBound
        guard offset < range.upperBound else { return }
        var piece = try await content.read(at: offset, count: min(pieceSize, Int(range.upperBound - offset)))
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
