// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import NIOCore
package import NIOPosix
package import SystemSupport

/// The content of a file that is held open: it can still be read when another file has taken its name.
///
/// A file that is written over in place is noticed at each read by its size and times, and never sent as what it was.
package final class FileContent: DeliveryContent {
    package let size: Int64
    package let tag: EntityTag
    /// The path it was opened by, for messages.
    package let path: String
    private let descriptor: OwnedDescriptor
    private let status: FileStatus
    private let threadPool: NIOThreadPool

    /// Takes over an open file. `status` is what it was like when its tag was computed; reads, which may block, run in
    /// the thread pool.
    package init(
        descriptor: consuming OwnedDescriptor, status: FileStatus, tag: EntityTag, path: String,
        threadPool: NIOThreadPool = .singleton
    ) {
        self.descriptor = descriptor
        self.status = status
        self.tag = tag
        self.path = path
        self.threadPool = threadPool
        size = status.size
    }

    /// Whether the open file is still what it was when it was opened.
    package var isUnchanged: Bool {
        guard let now = try? descriptor.status(subject: path) else { return false }
        return now.size == status.size && now.modified == status.modified
    }

    package func read(at offset: Int64, count: Int) async throws(ContentError) -> ByteBuffer {
        let result: Result<ByteBuffer, ContentError>
        do {
            result = try await threadPool.runIfActive { self.readNow(at: offset, count: count) }
        } catch {
            throw .stopped
        }
        return try result.get()
    }

    private func readNow(at offset: Int64, count: Int) -> Result<ByteBuffer, ContentError> {
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        var done = 0
        while done < count {
            let result = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count - done) { bytes -> Int in
                max(0, pread(descriptor.rawValue, bytes.baseAddress, count - done, off_t(offset) + off_t(done)))
            }
            if result > 0 {
                done += result
                continue
            }
            let code = errno
            if result == 0, !isUnchanged { return .failure(.changed(path: path)) }
            if code == EINTR { continue }
            return .failure(.unreadable(path: path, reason: String(cString: strerror(code))))
        }
        // Looked at after the read: what was written before the read shows in the times by now.
        return isUnchanged ? .success(buffer) : .failure(.changed(path: path))
    }
}
