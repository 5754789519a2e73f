// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetService
internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// What a service hands to the new executable that takes its place: the socket that clients connect to, and the lock of
/// the one service. The process stays the same, so neither is ever free in between.
struct Handover: Equatable {
    private static let variable = "BACKGROUND_ASSETS_HANDOVER"

    var kind: ServiceConfiguration.Activation
    var socket: Int32
    var lock: Int32

    /// What the service before us has left in this process's environment; nothing is left there afterwards.
    ///
    /// What does not fit (another process's, or descriptors that are none of it) is not looked at.
    static func take(from environment: [String: String], location: ServiceLocation) -> Handover? {
        guard let text = environment[variable] else { return nil }
        unsetenv(variable)
        let parts = text.split(separator: ":").map(String.init)
        guard parts.count == 4, parts[0] == "\(getpid())",
            let kind = ServiceConfiguration.Activation(rawValue: parts[1]),
            let socket = Int32(parts[2]), let lock = Int32(parts[3]), isListening(socket),
            isFile(lock, at: location.lockPath)
        else { return nil }
        for descriptor in [socket, lock] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return Handover(kind: kind, socket: socket, lock: lock)
    }

    /// Becomes the executable at `path`, with the arguments of now.
    ///
    /// - Throws: when it cannot be executed; then nothing has changed.
    func execute(_ path: String, arguments: [String], environment: [String: String]) throws(SystemError) -> Never {
        for descriptor in [socket, lock] { _ = fcntl(descriptor, F_SETFD, 0) }
        // What is ignored stays ignored over exec. SIGPIPE may: standard error may lead to a client that is gone.
        for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
        var variables = environment
        variables[Self.variable] = "\(getpid()):\(kind.rawValue):\(socket):\(lock)"
        var argumentPointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var variablePointers: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        execve(path, &argumentPointers, &variablePointers)
        let error = SystemError(errno: .init(rawValue: errno), operation: "execute", subject: path)
        for pointer in argumentPointers + variablePointers { free(pointer) }
        throw error
    }

    private static func isListening(_ descriptor: Int32) -> Bool {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &length) == 0 && value == 1
    }

    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, let there = FileStatus(path: path) else { return false }
        return there.identity == FileStatus(status).identity
    }
}
