// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Glibc
internal import NIOCore
internal import SystemSupport
internal import ToolSupport

/// The bytes of an archive, held open: whatever is done to its path, one and the same file is uploaded.
final class ArchiveBytes: Sendable {
    /// Bytes that are in memory at a time, of each part that is under way.
    static let pieceSize = 256 << 10

    let path: String
    let size: Int64
    private let descriptor: OwnedDescriptor
    private let status: FileStatus

    init(_ path: String) throws(TransportError) {
        do throws(SystemError) {
            // A pipe in place of a file is not waited for.
            descriptor = try OwnedDescriptor(
                checking: open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), "open", path)
            status = try descriptor.status(subject: path)
        } catch { throw .system(error) }
        guard status.kind == .file else { throw .archive("\(path) is no file", .noInput) }
        guard status.size > 0 else { throw .archive("\(path) is empty", .badInput) }
        self.path = path
        size = status.size
    }

    /// Throws when the file is not as it was when it was opened.
    func checkUnchanged() throws(TransportError) {
        let now: FileStatus
        do throws(SystemError) { now = try descriptor.status(subject: path) } catch { throw .system(error) }
        guard now.size == status.size, now.modified == status.modified else { throw .changed(path: path) }
    }

    /// Some of the bytes; fewer than wanted at the end of a piece, none behind the end of the file.
    func read(at offset: Int64, atMost count: Int64) throws(SystemError) -> ByteBuffer {
        var buffer = ByteBuffer()
        let capacity = Int(min(Int64(Self.pieceSize), count))
        var failure: SystemError?
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: capacity) { memory in
            do throws(SystemError) {
                return try retrying("read", path) {
                    pread(descriptor.rawValue, memory.baseAddress, capacity, off_t(offset))
                }
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        return buffer
    }

    /// The SHA-256 of all of it, in hexadecimal digits.
    func sha256(_ progress: (Int64) -> Void) throws(TransportError) -> String {
        var hash = SHA256()
        try forEachPiece(from: 0, count: size) { piece in
            piece.withUnsafeReadableBytes { hash.update(bufferPointer: $0) }
            progress(Int64(piece.readableBytes))
        }
        return Hexadecimal.text(hash.finalize())
    }

    /// The MD5 of a part, in hexadecimal digits: what stores make its entity tag of.
    func md5(of part: UploadPart) throws(TransportError) -> String {
        var hash = Insecure.MD5()
        try forEachPiece(from: part.offset, count: part.length) { piece in
            piece.withUnsafeReadableBytes { hash.update(bufferPointer: $0) }
        }
        return Hexadecimal.text(hash.finalize())
    }

    private func forEachPiece(from begin: Int64, count: Int64, _ body: (ByteBuffer) -> Void) throws(TransportError) {
        var place = begin
        while place < begin + count {
            let piece: ByteBuffer
            do throws(SystemError) { piece = try read(at: place, atMost: begin + count - place) } catch {
                throw .system(error)
            }
            guard piece.readableBytes > 0 else { throw .changed(path: path) }
            body(piece)
            place += Int64(piece.readableBytes)
        }
    }
}
