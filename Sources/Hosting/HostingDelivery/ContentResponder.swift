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

    private let content: any DeliveryContent
    private let contentType: String
    private let cachePolicy: CachePolicy
    private let eventLoop: (any EventLoop)?

    /// `eventLoop` is that of the connection, which back-pressure is taken from.
    package init(
        _ content: any DeliveryContent, contentType: String, cachePolicy: CachePolicy, eventLoop: (any EventLoop)? = nil
    ) {
        self.content = content
        self.eventLoop = eventLoop
        self.contentType = contentType
        self.cachePolicy = cachePolicy
    }

    /// - `handOver`: who sends the bytes, when that is not this process.
    package func respond(to request: Request, _ handOver: ContentHandOver? = nil) -> Response {
        guard request.method == .get || request.method == .head else {
            return DeliveryProblem(
                .methodNotAllowed, "\(request.method.rawValue) is not possible here: use GET or HEAD",
                allowedMethods: [.get, .head]
            ).response()
        }
        // Which bytes a client has is between it and who sends them, whose entity tags are its own.
        if case .elsewhere(let url)? = handOver { return Self.redirect(to: url) }
        let preconditions = RequestPreconditions(request.headers)
        switch preconditions.outcome(for: content.tag) {
        case .notModified:
            var response = Response(status: .notModified, headers: headers)
            response.headers[.contentLength] = nil
            return response
        case .failed:
            var problem = DeliveryProblem(.preconditionFailed, "the bytes asked for by If-Match are not here")
                .response()
            problem.headers[.eTag] = content.tag.description
            return problem
        case .proceed:
            break
        }
        if case .frontServer(let path)? = handOver { return passed(to: path) }
        // Ranges are defined for GET only (RFC 9110, 14.2).
        if request.method == .get, let field = request.headers[.range], preconditions.allowsRange(for: content.tag),
            let wanted = ByteRangeRequest(parsing: field)
        {
            return partial(wanted)
        }
        var headers = headers
        headers[.contentType] = contentType
        headers[.contentLength] = String(content.size)
        if request.method == .head { return Response(status: .ok, headers: headers) }
        let (content, eventLoop) = (content, eventLoop)
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(contentLength: Int(content.size)) { writer in
                try await Self.write(0..<content.size, of: content, to: &writer, on: eventLoop)
                try await writer.finish(nil)
            })
    }

    /// What every answer but an error carries, 304 included.
    private var headers: HTTPFields {
        var headers = HTTPFields()
        headers[.eTag] = content.tag.description
        headers[.acceptRanges] = "bytes"
        headers[.cacheControl] = cachePolicy.fieldValue
        headers[.xContentTypeOptions] = "nosniff"
        return headers
    }

    /// An answer with no bytes of its own: the server in front puts in those of a file, the size, and the range.
    private func passed(to path: String) -> Response {
        var headers = headers
        headers[.contentType] = contentType
        headers[.contentLength] = "0"
        // nginx's name for it, which others have learned.
        if let field = HTTPField.Name("X-Accel-Redirect") { headers[field] = path }
        return Response(status: .ok, headers: headers)
    }

    private static func redirect(to url: String) -> Response {
        var headers = HTTPFields()
        headers[.location] = url
        headers[.contentLength] = "0"
        // It is good for a short time only.
        headers[.cacheControl] = "no-store"
        return Response(status: .temporaryRedirect, headers: headers)
    }

    private func partial(_ wanted: ByteRangeRequest) -> Response {
        guard case .ranges(let ranges) = wanted.resolved(size: content.size), let first = ranges.first else {
            var problem = DeliveryProblem(
                .rangeNotSatisfiable,
                "the content has \(content.size) bytes; a request may name at most \(ByteRangeRequest.maximumCount) "
                    + "ranges, and one of them must begin inside it"
            ).response()
            problem.headers[.contentRange] = "bytes */\(content.size)"
            problem.headers[.eTag] = content.tag.description
            return problem
        }
        let (content, eventLoop) = (content, eventLoop)
        var headers = headers
        guard ranges.count == 1 else {
            let parts = MultipartByteRanges(ranges: ranges, size: content.size, contentType: contentType)
            headers[.contentType] = parts.contentType
            headers[.contentLength] = String(parts.length)
            return Response(
                status: .partialContent, headers: headers,
                body: ResponseBody(contentLength: Int(parts.length)) { writer in
                    for part in parts.parts {
                        try await writer.write(ByteBuffer(string: part.head))
                        try await Self.write(part.range, of: content, to: &writer, on: eventLoop)
                    }
                    try await writer.write(ByteBuffer(string: parts.end))
                    try await writer.finish(nil)
                })
        }
        headers[.contentType] = contentType
        headers[.contentRange] = "bytes \(first.lowerBound)-\(first.upperBound - 1)/\(content.size)"
        headers[.contentLength] = String(first.count)
        return Response(
            status: .partialContent, headers: headers,
            body: ResponseBody(contentLength: first.count) { writer in
                try await Self.write(first, of: content, to: &writer, on: eventLoop)
                try await writer.finish(nil)
            })
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
