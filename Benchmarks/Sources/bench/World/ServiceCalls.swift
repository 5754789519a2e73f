// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The bench's own end of the service's socket: a call is made when it is to be, and no process is started for it.
struct ServiceCalls: ~Copyable {
    private let descriptor: Int32

    /// - `socket`: the path of the service's socket.
    init(socket: String) throws(BenchError) {
        descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(socket.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw .file(path: socket, reason: "its path is too long")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let (number, code) = (
            descriptor,
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
            }
        )
        guard number >= 0, code == 0 else { throw .file(path: socket, reason: String(cString: strerror(errno))) }
    }

    deinit { close(descriptor) }

    /// Calls a method and waits for its last reply.
    ///
    /// - `more`: whether there may be several.
    /// - Returns: what is in that.
    /// - Throws: when the service answers an error.
    @discardableResult
    func call(
        _ method: String, _ parameters: [String: Any], more: Bool = false
    ) throws(BenchError) -> [String: Any] {
        try send(method, parameters, more: more)
        return try read(method) { $0["continues"] as? Bool != true }
    }

    /// Calls a method that answers for as long as it is followed, and waits for its first reply. No other one is called on this end then.
    ///
    /// - Throws: when the service answers an error.
    func follow(_ method: String, _ parameters: [String: Any]) throws(BenchError) {
        try send(method, parameters, more: true)
        _ = try read(method) { _ in true }
    }

    private func send(_ method: String, _ parameters: [String: Any], more: Bool) throws(BenchError) {
        var message: [String: Any] = ["method": method, "parameters": parameters]
        if more { message["more"] = true }
        let data: Data
        do { data = try JSONSerialization.data(withJSONObject: message) + [0] } catch {
            throw .unexpected(what: "a call", found: "\(error)")
        }
        guard data.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == data.count else {
            throw .unexpected(what: "the service's socket", found: String(cString: strerror(errno)))
        }
    }

    /// - `isLast`: whether no other reply is waited for.
    private func read(
        _ method: String, until isLast: ([String: Any]) -> Bool
    ) throws(BenchError) -> [String: Any] {
        var reply: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { throw .unexpected(what: "the answer to \(method)", found: "the end") }
            reply += buffer[..<count]
            guard reply.last == 0 else { continue }
            for text in reply.split(separator: 0) {
                let answer = (try? JSONSerialization.jsonObject(with: Data(text))) as? [String: Any]
                guard let answer, answer["error"] == nil else {
                    throw .unexpected(what: "the answer to \(method)", found: String(decoding: text, as: UTF8.self))
                }
                if isLast(answer) { return answer["parameters"] as? [String: Any] ?? [:] }
            }
            reply = []
        }
    }
}
