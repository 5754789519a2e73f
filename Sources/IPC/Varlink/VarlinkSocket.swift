// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// A connected socket that messages are sent to and taken from, one thread at a time.
///
/// `shutdown` may be called by any thread at any time, and ends what another one waits for. The descriptor is closed
/// with the last reference, so that its number cannot become another file's while a thread still uses it.
// @unchecked Sendable: `framer` is used only by the thread whose turn it is (see `VarlinkConnection`).
final class VarlinkSocket: @unchecked Sendable {
    let descriptor: OwnedDescriptor
    private var framer: VarlinkFramer

    init(descriptor: consuming OwnedDescriptor, messageLimit: Int) {
        self.descriptor = descriptor
        framer = VarlinkFramer(limit: messageLimit)
    }

    /// Ends the connection in both directions.
    func shutdown() { _ = Glibc.shutdown(descriptor.rawValue, Int32(SHUT_RDWR)) }

    /// Sends all of a message that was encoded with its NUL. A peer that is gone gives `connectionClosed`, no signal.
    func send(_ message: [UInt8], until deadline: ContinuousClock.Instant? = nil) throws(VarlinkError) {
        var sent = 0
        while sent < message.count {
            if deadline != nil { try wait(for: Int16(POLLOUT), until: deadline) }
            let flags = Int32(MSG_NOSIGNAL) | (deadline == nil ? 0 : Int32(MSG_DONTWAIT))
            let count = message.withUnsafeBytes { buffer -> Int in
                guard let base = buffer.baseAddress else { return 0 }
                return Glibc.send(descriptor.rawValue, base + sent, buffer.count - sent, flags)
            }
            if count >= 0 {
                sent += count
            } else if errno != EINTR && errno != EAGAIN {
                throw failure("send to")
            }
        }
    }

    /// Blocks for the next message.
    ///
    /// - Throws: `connectionClosed` when the peer ends in place of one, `messageTooLarge`, `timedOut`, `system`.
    func receive(until deadline: ContinuousClock.Instant? = nil) throws(VarlinkError) -> [UInt8] {
        while true {
            if let message = try framer.next() { return message }
            if deadline != nil { try wait(for: Int16(POLLIN), until: deadline) }
            let count: Int = withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
                let count = recv(descriptor.rawValue, buffer.baseAddress, buffer.count, 0)
                if count > 0 { framer.append(buffer[..<count]) }
                return count
            }
            if count == 0 { throw .connectionClosed }
            if count < 0, errno != EINTR { throw failure("read from") }
        }
    }

    /// Sends a call. A peer that has closed the connection may have said why before: `receive` tells that, or the end.
    func sendCall(_ call: [UInt8], until deadline: ContinuousClock.Instant? = nil) throws(VarlinkError) {
        do throws(VarlinkError) { try send(call, until: deadline) } catch  where error == .connectionClosed {}
    }

    /// Sends a call and waits for its only, or first, reply.
    func exchange(_ call: [UInt8], until deadline: ContinuousClock.Instant? = nil) throws(VarlinkError) -> VarlinkReply
    {
        try sendCall(call, until: deadline)
        return try VarlinkReply(message: receive(until: deadline))
    }

    /// Whether nothing has arrived that nobody asked for, which the end of the peer also counts as.
    var isQuiet: Bool {
        var item = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        return poll(&item, 1, 0) == 0
    }

    /// Whether bytes have come that no call asked for; the end of the peer does not count. For the thread that has the
    /// turn.
    var hasUnaskedBytes: Bool {
        var byte: UInt8 = 0
        return !framer.isEmpty || recv(descriptor.rawValue, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }

    /// Blocks until the connection is closed, or something comes that nobody asked for.
    func waitUntilClosed() {
        var item = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        while poll(&item, 1, -1) < 0, errno == EINTR {}
    }

    private func wait(for events: Int16, until deadline: ContinuousClock.Instant?) throws(VarlinkError) {
        guard let deadline else { return }
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { throw .timedOut }
            let (seconds, attoseconds) = left.components
            let milliseconds = min(seconds, 1_000_000) * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
            var item = pollfd(fd: descriptor.rawValue, events: events, revents: 0)
            let result = poll(&item, 1, Int32(clamping: milliseconds))
            if result > 0 { return }
            if result < 0, errno != EINTR { throw failure("wait for") }
        }
    }

    private func failure(_ operation: String) -> VarlinkError {
        switch errno {
        case EPIPE, ECONNRESET, ENOTCONN: .connectionClosed
        case let code: .system("cannot \(operation) the other end: \(String(cString: strerror(code)))")
        }
    }
}
