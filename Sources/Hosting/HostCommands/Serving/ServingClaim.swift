// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import Logging
internal import ServiceLifecycle
internal import SystemSupport

/// The right to serve from a folder of objects, which one process has at a time: who may write to what is being uploaded, it alone
/// knows. It ends with the process, however that ends.
///
/// A server that is told to end goes on for a while with what it is taking; who is started in its place waits for that.
final class ServingClaim: Service {
    private static let name = "server"
    private static let ending = "ending"
    /// Between two looks.
    private static let pause: Duration = .milliseconds(50)
    /// For one that has been told to end just now, and may not have said so.
    private static let shortPatience: Duration = .seconds(2)
    /// For one that ends.
    private static let patience: Duration = HostServices.drainTime + .seconds(5)

    private let path: String
    private let lock: FileLock
    private let logger: Logger

    private init(path: String, lock: consuming FileLock, logger: Logger) {
        self.path = path
        self.lock = lock
        self.logger = logger
    }

    /// - `folder`: of the objects, which is there.
    /// - Throws: `serving` when another process goes on to serve from it.
    static func take(in folder: String, logger: Logger) async throws -> ServingClaim {
        let begin = ContinuousClock.now
        var isTold = false
        while true {
            if let claim = try claim(in: folder, logger) { return claim }
            let other = try state(in: folder)
            let passed = ContinuousClock.now - begin
            guard passed < (other == ending ? patience : shortPatience) else {
                throw HostCommandError.serving(path: folder, process: Int32(other))
            }
            if !isTold, other == ending { logger.notice("waiting for the server before to end") }
            isTold = isTold || other == ending
            try await Task.sleep(for: pause)
        }
    }

    /// Whether some process serves from a folder, which need not be there.
    static func isTaken(in folder: String) throws -> Bool {
        guard FileManager.default.fileExists(atPath: folder + "/" + name) else { return false }
        do throws(SystemError) {
            return try FileLock.take(name, in: Directory(opening: folder), creating: false) == nil
        } catch { throw HostCommandError.folder(path: folder, reason: "\(error)") }
    }

    private static func claim(in folder: String, _ logger: Logger) throws -> ServingClaim? {
        do throws(SystemError) {
            guard let lock = try FileLock.take(name, in: Directory(opening: folder), creating: true) else { return nil }
            let claim = ServingClaim(path: folder, lock: lock, logger: logger)
            try claim.write("\(getpid())")
            return claim
        } catch { throw HostCommandError.folder(path: folder, reason: "\(error)") }
    }

    /// What whoever has it says: the number of its process, or that it ends.
    private static func state(in folder: String) throws -> String {
        do throws(SystemError) {
            let bytes = try Directory(opening: folder).open(name).readAll(limit: 64, subject: name)
            return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
        } catch { throw HostCommandError.folder(path: folder, reason: "\(error)") }
    }

    /// In its place: a file that were replaced would be another one's to lock.
    private func write(_ text: String) throws(SystemError) {
        let file = try Directory(opening: path).open(Self.name, flags: O_WRONLY)
        let number = file.rawValue
        try retrying("write", Self.name) { ftruncate(number, 0) }
        try file.writeAll(Array("\(text)\n".utf8), subject: Self.name)
    }

    func run() async throws {
        try await gracefulShutdown()
        do throws(SystemError) { try write(Self.ending) } catch {
            logger.warning("who is started in the place of this server will not wait for its end: \(error)")
        }
    }
}
