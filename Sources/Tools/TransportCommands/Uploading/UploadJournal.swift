// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import FoundationEssentials
internal import Glibc
internal import Synchronization
internal import SystemPackage
internal import SystemSupport
internal import ToolSupport

/// Where what an upload has come to is kept, over the end of the process: a file for each archive, app and server, which one
/// process has at a time.
final class UploadJournal: Sendable {
    private static let suffix = ".upload"
    private static let longest = 64 << 20
    /// Seconds for which a file is kept that nothing is added to.
    private static let age: Int64 = 60 * 86_400

    /// nil where none can be kept.
    private let file: Held?
    private let path: String
    private let state: Mutex<UploadRecord>

    var record: UploadRecord { state.withLock { $0 } }

    private init(file: Held?, path: String, record: UploadRecord) {
        self.file = file
        self.path = path
        state = Mutex(record)
    }

    /// The folder of all of them; nil where there is no home.
    static func folder(_ environment: [String: String]) -> String? {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            return state + "/background-assets/transport"
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.local/state/background-assets/transport"
    }

    /// Opens that of an upload. Where none can be kept an upload goes without, and is only gone on with as far as the server
    /// proves what it has.
    ///
    /// - `key`: what the upload is told from others by.
    static func open(_ key: [String], in folder: String?) throws(TransportError) -> UploadJournal {
        let name = Hexadecimal.text(SHA256.hash(data: Data(key.joined(separator: "\n").utf8))) + suffix
        do throws(SystemError) {
            guard let folder else {
                throw SystemError(errno: .noSuchFileOrDirectory, operation: "find", subject: "the home folder")
            }
            let directory = try Directory(creating: folder)
            removeOld(in: directory)
            let path = folder + "/" + name
            let file = try directory.open(name, flags: O_RDWR | O_CREAT | O_APPEND)
            let number = file.rawValue
            try retrying("lock", path) { flock(number, LOCK_EX | LOCK_NB) }
            let bytes = try file.readAll(limit: longest, subject: path)
            let record = UploadRecord(lines: bytes)
            // A line that broke off is ended, so that it spoils no other.
            if let last = bytes.last, last != UInt8(ascii: "\n") { try file.writeAll([10], subject: path) }
            let journal = UploadJournal(file: Held(file), path: path, record: record ?? UploadRecord(attempt: ""))
            if record == nil { journal.begin() }
            return journal
        } catch {
            guard error.errno != .wouldBlock else {
                throw .notNow("the same archive is being uploaded by another ba-transport: wait for that one")
            }
            Console.standard.warn("what the upload comes to cannot be kept, in case it breaks off: \(error)")
            return UploadJournal(
                file: nil, path: "", record: UploadRecord(attempt: UUID().uuidString.lowercased()))
        }
    }

    private static func removeOld(in folder: borrowing Directory) {
        let limit = (Int64(time(nil)) - age) * 1_000_000_000
        for name in (try? folder.names()) ?? [] where name.hasSuffix(suffix) {
            guard let status = FileStatus(path: folder.path + "/" + name), status.modified < limit else { continue }
            // One that stays is of no harm.
            try? folder.removeFile(name)
        }
    }

    /// Forgets what there is: another upload begins.
    func begin() { note(.begin(attempt: UUID().uuidString.lowercased())) }

    func note(_ step: UploadRecord.Step) {
        let failure: SystemError? = state.withLock { record in
            record.apply(step)
            guard let file else { return nil }
            do throws(SystemError) { try file.descriptor.writeAll(step.line, subject: path) } catch { return error }
            return nil
        }
        if let failure { Console.standard.warn("what the upload has come to cannot be kept: \(failure)") }
    }

    /// An open file, which ends its lock with it.
    private final class Held: Sendable {
        let descriptor: OwnedDescriptor

        init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
    }
}
