// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import Dispatch
internal import Glibc
internal import NIOCore
internal import SystemPackage
internal import SystemSupport

/// Reads the file that goes to a server, on a queue of its own: the next piece when the one before is on its way.
final class BodyFileSender: Sendable {
    /// Bytes that are read, and sent, at a time.
    private static let pieceSize = 128 << 10

    private let file: OwnedDescriptor
    private let body: RequestBodyFile
    private let writer: HTTPClient.Body.StreamWriter
    private let end: EventLoopPromise<Void>
    private let sent: @Sendable (Int64, Int64) -> Void
    private let queue = DispatchQueue(label: "background-assets.upload", qos: .utility)

    private init(
        _ file: consuming OwnedDescriptor, _ body: RequestBodyFile, _ writer: HTTPClient.Body.StreamWriter,
        _ end: EventLoopPromise<Void>, _ sent: @escaping @Sendable (Int64, Int64) -> Void
    ) {
        self.file = file
        self.body = body
        self.writer = writer
        self.end = end
        self.sent = sent
    }

    /// The body of a request, which may be sent more than once.
    ///
    /// - `unwanted`: what becomes of it where the server takes no more.
    /// - `sent`: told the bytes that are on their way, of how many.
    static func body(
        _ body: RequestBodyFile, on group: any EventLoopGroup, unwanted: UnwantedBody,
        sent: @escaping @Sendable (Int64, Int64) -> Void
    ) -> HTTPClient.Body {
        .stream(contentLength: body.size) { writer in
            let end = group.any().makePromise(of: Void.self)
            unwanted.begin(end)
            do throws(SystemError) {
                let file = try OwnedDescriptor(
                    checking: open(body.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW), "open", body.path)
                BodyFileSender(file, body, writer, end, sent).send(from: 0)
            } catch { end.fail(TransferError.file(error)) }
            return end.futureResult
        }
    }

    private func send(from offset: Int64) {
        queue.async { [self] in
            guard offset < body.size else { return end.succeed() }
            do throws(SystemError) {
                let piece = try read(at: offset)
                guard !piece.isEmpty else {
                    throw SystemError(errno: .ioError, operation: "read to its end", subject: body.path)
                }
                let next = offset + Int64(piece.count)
                writer.write(.byteBuffer(ByteBuffer(bytes: piece))).whenComplete { [self] result in
                    if case .failure(let error) = result {
                        if !UnwantedBody.isReason(error) { end.fail(error) }
                        return
                    }
                    sent(next, body.size)
                    send(from: next)
                }
            } catch { end.fail(TransferError.file(error)) }
        }
    }

    private func read(at offset: Int64) throws(SystemError) -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: Int(min(Int64(Self.pieceSize), body.size - offset)))
        let (number, length) = (file.rawValue, piece.count)
        let count = try retrying("read", body.path) { pread(number, &piece, length, off_t(offset)) }
        return Array(piece[..<count])
    }
}
