// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import CSystemShims
import Dispatch
import Foundation
import Glibc
import ServiceInterface
import Synchronization
import SystemSupport
import Varlink

/// A service that answers what a test tells it to, over a real Unix socket.
final class ScriptedPeer: Sendable {
    /// The connection that a call came over.
    struct Exchange: Sendable {
        fileprivate let socket: Int32

        func reply(_ value: some Encodable, continues: Bool = false) throws {
            send(try VarlinkReply.encode(value, continues: continues))
        }

        func fail(_ error: ServiceError) throws {
            send(try VarlinkReply.encode(error: error.wireName, parameters: error.wireParameters))
        }

        func send(_ bytes: [UInt8]) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }

        /// Ends the connection, as a service that was killed does.
        func hangUp() { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    private struct State {
        var handlers: [String: @Sendable (VarlinkCall, Exchange) throws -> Void] = [:]
        var methods: [String] = []
        var connections: Set<Int32> = []
        var isStopped = false
    }

    private let listener: Int32
    private let state = Mutex(State())

    init(path: String) throws {
        listener = ba_listen_unix(path, 16)
        guard listener >= 0 else { throw CocoaError(.fileWriteUnknown) }
        Thread.detachNewThread { [self] in accept() }
    }

    /// Answers a method with a handler.
    func on<Method: ServiceMethod>(
        _ type: Method.Type, _ handler: @escaping @Sendable (Method, Exchange) throws -> Void
    ) {
        state.withLock { state in
            state.handlers[Method.method] = { call, exchange in
                try handler(try call.parameters(as: Method.self), exchange)
            }
        }
    }

    /// Answers a method with the same reply each time.
    func on<Method: ServiceMethod>(_ type: Method.Type, reply: Method.Reply) {
        on(type) { _, exchange in try exchange.reply(reply) }
    }

    /// Answers a method with an error each time.
    func on<Method: ServiceMethod>(_ type: Method.Type, error: ServiceError) {
        on(type) { _, exchange in try exchange.fail(error) }
    }

    /// The last words of the methods that were called, in order.
    var methods: [String] {
        state.withLock { $0.methods.map { String($0.split(separator: ".").last ?? "") } }
    }

    func stop() {
        let connections = state.withLock { state in
            state.isStopped = true
            return state.connections
        }
        for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func accept() {
        while true {
            let socket = Glibc.accept(listener, nil, nil)
            guard socket >= 0 else { break }
            let isStopped = state.withLock { state in
                state.connections.insert(socket)
                return state.isStopped
            }
            if isStopped { shutdown(socket, Int32(SHUT_RDWR)) }
            Thread.detachNewThread { [self] in serve(socket) }
        }
        close(listener)
    }

    private func serve(_ socket: Int32) {
        var framer = VarlinkFramer()
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let exchange = Exchange(socket: socket)
        reading: while true {
            let count = read(socket, &chunk, chunk.count)
            guard count > 0 else { break }
            framer.append(chunk[..<count])
            do {
                while let message = try framer.next() {
                    let call = try VarlinkCall(message: message)
                    let handler = state.withLock { state in
                        state.methods.append(call.method)
                        return state.handlers[call.method]
                    }
                    if let handler {
                        try handler(call, exchange)
                    } else {
                        exchange.send(
                            try VarlinkReply.encode(
                                error: StandardErrorName.methodNotFound, parameters: ["method": call.method]))
                    }
                }
            } catch { break reading }
        }
        _ = state.withLock { $0.connections.remove(socket) }
        close(socket)
    }
}
