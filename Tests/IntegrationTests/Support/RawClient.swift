// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A client of the service's socket that sends whatever it likes.
final class RawClient {
    /// What came, and whether the service then closed the connection.
    struct Answer {
        var text: String
        var isClosed: Bool
    }

    /// The socket could not be used.
    struct Failure: Error { let errno: Int32 }

    private var descriptor: Int32

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw Failure(errno: errno) }
    }

    deinit { close() }

    func close() {
        if descriptor >= 0 { _ = Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Says that nothing more comes, and still listens.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Sends until all is taken or the service has closed the connection.
    ///
    /// - Returns: how much was taken.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            sent += count
        }
        return sent
    }

    /// Sends a message: the text and a NUL.
    @discardableResult
    func send(_ text: String) -> Int { send(Array(text.utf8) + [0]) }

    /// What comes until one message is whole or the connection has ended.
    func receive() -> Answer {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while bytes.last != 0 {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return Answer(text: Self.text(bytes), isClosed: true) }
            bytes.append(contentsOf: buffer[..<count])
        }
        return Answer(text: Self.text(bytes), isClosed: false)
    }

    /// What comes until the service closes the connection.
    func receiveAll() -> String {
        var text = ""
        while true {
            let answer = receive()
            text += answer.text
            if answer.isClosed { return text }
        }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }
}
