// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization
internal import SystemSupport

/// Writes the body of a response to a file, on a queue of its own, so that receiving goes on meanwhile; at most 1 MiB waits
/// there.
final class FileWriter: BodySink {
    static let fileName = "data"
    /// Bytes that may wait to be written.
    private static let waitingLimit = 1 << 20
    /// So many bytes are written before the disk is looked at again.
    private static let spaceInterval: Int64 = 1 << 20

    private struct State {
        var failure: TransferError?
        var waitingBytes = 0
        var resume: (@Sendable () -> Void)?
    }

    /// `@unchecked Sendable`: touched on `queue` only.
    private final class Output: @unchecked Sendable {
        var file: PartialFile?
        var total: Int64?
        var lastLook: Int64 = 0
    }

    private let path: String
    private let source: String
    private let url: String
    private let exactSize: Int64?
    private let largestSize: Int64?
    private let allowance: AllowanceMeter?
    private let usesReserve: Bool
    private let progress: @Sendable (Int64, Int64?) -> Void
    private let output = Output()
    private let queue = DispatchQueue(label: "background-assets.file", qos: .utility)
    private let state = Mutex(State())
    /// What was asked for.
    private let start = Mutex(FileStart())

    /// - `source`: what the bytes answer; those of another are of no use.
    /// - `usesReserve`: whether they take half of what is left to others on the disk, for they cannot be asked for once more.
    init(
        path: String, source: String, url: String, exactSize: Int64?, largestSize: Int64?,
        allowance: AllowanceMeter?, usesReserve: Bool = false,
        progress: @escaping @Sendable (Int64, Int64?) -> Void
    ) {
        self.path = path
        self.source = source
        self.url = url
        self.exactSize = exactSize
        self.largestSize = largestSize
        self.allowance = allowance
        self.usesReserve = usesReserve
        self.progress = progress
    }

    /// What writing failed with, if it has: then the request that is under way breaks off.
    var failure: TransferError? { state.withLock { $0.failure } }

    /// Opens the file.
    func open(resuming: Bool) async throws(TransferError) -> FileStart {
        let start = try await onQueue { [self] () throws(TransferError) in
            do throws(SystemError) {
                let file = try PartialFile(in: Directory(creating: path), name: Self.fileName, source: source)
                output.file = file
                guard resuming, file.size > 0, let validator = file.validator else { return FileStart() }
                output.total = file.total
                return FileStart(offset: file.size, validator: validator, total: file.total)
            } catch { throw self.named(error) }
        }
        self.start.withLock { $0 = start }
        if start.offset > 0 { progress(start.offset, start.total) }
        return start
    }

    /// Before anything is asked for that has no room then.
    func requireRoom() async throws(TransferError) {
        try await onQueue { [self] () throws(TransferError) in
            guard let space = output.file?.space else { return }
            try checkSpace(for: 0, space)
        }
    }

    func bodyBegins(atOffset offset: Int64, etag: String?, total: Int64?) throws(TransferError) {
        let start = start.withLock { $0 }
        // A server that takes no notice of If-Range sends the rest of whatever it has now. No digest would tell.
        guard offset == 0 || etag == start.validator else { throw .replaced(url: url) }
        if let exactSize, let total, total != exactSize {
            throw .sizeDiffers(url: url, declared: exactSize, actual: total)
        }
        // Known before a byte of it has come.
        if let largestSize, let total, total > largestSize { throw .tooLarge(url: url, limit: largestSize) }
        if let allowance, let total, !allowance.allows(total - offset) { throw .allowanceExceeded(url: url) }
        queue.async { [self] in
            perform { output throws(TransferError) in
                output.total = total
                if offset == 0 {
                    do throws(SystemError) { try output.file?.begin(validator: etag, total: total) } catch {
                        throw named(error)
                    }
                }
                if let total { try checkSpace(for: total - offset) }
            }
        }
    }

    func bodyBytes(_ bytes: UnsafeRawBufferPointer, resume: @escaping @Sendable () -> Void) throws(TransferError) {
        if let failure { throw failure }
        let copy = [UInt8](bytes)
        let mayGoOn = state.withLock { state in
            state.waitingBytes += copy.count
            if state.waitingBytes <= Self.waitingLimit { return true }
            state.resume = resume
            return false
        }
        queue.async { [self] in
            perform { output throws(TransferError) in try write(copy, to: output) }
            let waiting = state.withLock { state -> (@Sendable () -> Void)? in
                state.waitingBytes -= copy.count
                defer { state.resume = nil }
                return state.resume
            }
            waiting?()
        }
        if mayGoOn { resume() }
    }

    /// Waits until nothing is being written, and makes what has arrived outlast a loss of power, or drops what nothing can be
    /// added to.
    func suspend() async {
        // When it cannot be synced, it is trusted until the system ends, as if it had not been.
        try? await onQueue { [output] () throws(TransferError) in
            do throws(SystemError) { try output.file?.suspend() } catch { throw .file(error) }
        }
    }

    /// Returns when the whole file is on disk.
    func finish() async throws(TransferError) -> FetchedFile {
        try await onQueue { [self] () throws(TransferError) in
            if let failure { throw failure }
            let size = output.file?.size ?? 0
            if let exactSize, size != exactSize {
                throw .sizeDiffers(url: url, declared: exactSize, actual: size)
            }
            do throws(SystemError) { try output.file?.synchronize() } catch { throw named(error) }
            return FetchedFile(path: path + "/" + Self.fileName, size: size)
        }
    }

    // MARK: The queue

    /// Does something between what was handed over before and what comes after.
    func enqueue(_ body: @escaping @Sendable () throws(SystemError) -> Void) {
        queue.async { [self] in
            perform { _ throws(TransferError) in
                do throws(SystemError) { try body() } catch { throw named(error) }
            }
        }
    }

    private func write(_ bytes: [UInt8], to output: Output) throws(TransferError) {
        guard let file = output.file else { return }
        if let exactSize, file.size + Int64(bytes.count) > exactSize {
            throw .sizeDiffers(url: url, declared: exactSize, actual: file.size + Int64(bytes.count))
        }
        if let largestSize, file.size + Int64(bytes.count) > largestSize {
            throw .tooLarge(url: url, limit: largestSize)
        }
        if let allowance, !allowance.take(Int64(bytes.count)) { throw .allowanceExceeded(url: url) }
        if file.size - output.lastLook >= Self.spaceInterval {
            output.lastLook = file.size
            try checkSpace(for: Int64(bytes.count))
        }
        do {
            try bytes.withUnsafeBytes { try file.append($0) }
        } catch { throw (error as? SystemError).map { named($0) } ?? .connection(url: url, reason: "\(error)") }
        progress(file.size, output.total)
    }

    private func checkSpace(for count: Int64) throws(TransferError) {
        guard let space = output.file?.space else { return }
        // Half of it stays: the database and the log write on.
        if usesReserve, (space.available ?? .max) - DiskSpace.reserve / 2 >= count { return }
        try checkSpace(for: count, space)
    }

    private func checkSpace(for count: Int64, _ space: DiskSpace) throws(TransferError) {
        guard space.couldHold(count) else {
            throw .diskTooSmall(path: path, needed: space.total(for: count), capacity: space.capacity ?? 0)
        }
        guard space.hasRoom(for: count) else {
            throw .outOfSpace(path: path, needed: space.total(for: count), available: space.available ?? 0)
        }
    }

    /// A full disk, told with figures.
    private func named(_ error: SystemError) -> TransferError {
        guard error.isOutOfSpace else { return .file(error) }
        return .outOfSpace(path: path, needed: DiskSpace.reserve, available: output.file?.space.available ?? 0)
    }

    /// Does something on the queue unless something has failed there before.
    private func perform(_ body: (Output) throws(TransferError) -> Void) {
        guard failure == nil else { return }
        do throws(TransferError) { try body(output) } catch { state.withLock { $0.failure = error } }
    }

    /// Does something else with files, when what was handed over before is done.
    func work<Value: Sendable>(
        _ body: @escaping @Sendable () throws(SystemError) -> Value
    ) async throws(TransferError) -> Value {
        try await onQueue { [self] () throws(TransferError) in
            do throws(SystemError) { return try body() } catch { throw named(error) }
        }
    }

    private func onQueue<Value: Sendable>(
        _ body: @escaping @Sendable () throws(TransferError) -> Value
    ) async throws(TransferError) -> Value {
        let result: Result<Value, TransferError> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(TransferError) { continuation.resume(returning: .success(try body())) } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }
}
