// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel
internal import Dispatch
internal import Synchronization

/// Takes the archive of one app, from a server or a file, and unpacks it into a staging folder as it arrives.
///
/// Work is done on a queue of its own, so that receiving goes on meanwhile; at most 1 MiB waits there. A transfer that
/// is interrupted goes on where it was: in this process at once, since the state of unpacking is kept; after a restart
/// of the service the bytes that arrived before are unpacked again from the disk, and only the rest is fetched, by a
/// range with If-Range. Where the server gives no strong entity tag, or the archive has changed meanwhile, all is
/// fetched anew. A local archive is read anew after a restart.
///
/// One that holds takes no more from a server, until `release()`, than it needs to read the Info.plist: one piece at a time is
/// asked for, and none when that is here.
package final class BundleIntake: Sendable {
    /// Bytes that may wait to be unpacked.
    private static let waitingLimit = 1 << 20

    private struct State {
        var failure: BundleSourceError?
        var waitingBytes = 0
        var resume: (@Sendable () -> Void)?
        var total: Int64?
        var isStopping = false
        var etag: String?
        /// It is known which app it is, and nobody has said yet whether more is wanted.
        var isHeld = false
        /// More is wanted, whichever app it is.
        var isReleased = true
    }

    /// `@unchecked Sendable`: the worker is touched on `queue` only.
    private final class WorkerBox: @unchecked Sendable {
        let worker: IntakeWorker
        init(_ worker: IntakeWorker) { self.worker = worker }
    }

    /// Raised on the queue when the Info.plist has been read.
    private final class Flag: Sendable {
        let isRaised = Atomic(false)
    }

    private let box: WorkerBox
    private let isIdentified: Flag
    private let queue = DispatchQueue(label: "background-assets.intake", qos: .utility)
    private let state = Mutex(State())
    private let progress: @Sendable (Int64, Int64?) -> Void

    /// - `path`: of the staging folder, absolute, which is made when missing.
    /// - `url`: where the archive comes from; nil for a local one.
    /// - `holds`: until it is released.
    /// - `identified`: called on the queue as soon as it is known which app it is; again when it begins anew.
    /// - `progress`: called on the queue: bytes of the archive that are unpacked, and how many there are, when known.
    package init(
        path: String, url: String?, holds: Bool = false, identified: @escaping @Sendable (AppInformation) -> Void,
        progress: @escaping @Sendable (Int64, Int64?) -> Void
    ) throws(BundleSourceError) {
        self.progress = progress
        let flag = Flag()
        isIdentified = flag
        box = WorkerBox(
            try IntakeWorker(path: path, url: url) { information in
                flag.isRaised.store(true, ordering: .relaxed)
                identified(information)
            })
        state.withLock { $0.isReleased = !holds }
    }

    /// Lets all of the archive come.
    package func release() {
        let resume = state.withLock { state -> (@Sendable () -> Void)? in
            state.isReleased = true
            guard state.isHeld else { return nil }
            state.isHeld = false
            defer { state.resume = nil }
            return state.resume
        }
        resume?()
    }

    /// What unpacking failed with, if it has: then the request that is under way breaks off.
    package var failure: BundleSourceError? { state.withLock { $0.failure } }

    /// The entity tag of what is being taken; nil when the server gave none, or for a file.
    package var etag: String? { state.withLock { $0.etag } }

    // MARK: From a server

    /// Makes ready for a request.
    ///
    /// - Throws: `stopped` when the task was cancelled.
    package func prepare() async throws(BundleSourceError) -> IntakeStart {
        let start = try await onQueue { worker, shouldStop in try worker.prepare(shouldStop) }
        state.withLock { $0.etag = start.etag }
        if start.offset > 0 { progress(start.offset, start.total) }
        return start
    }

    /// The response begins at `offset` of the archive, which has `total` bytes when that is known.
    package func begins(at offset: Int64, etag: String?, total: Int64?) {
        state.withLock { state in
            state.total = total
            state.etag = etag
        }
        queue.async { [self] in perform { try $0.begins(at: offset, etag: etag, total: total) } }
    }

    /// Takes the next bytes; calls `resume` when more may come. Throws what unpacking has failed with.
    package func take(
        _ bytes: UnsafeRawBufferPointer, resume: @escaping @Sendable () -> Void
    ) throws(BundleSourceError) {
        if let failure { throw failure }
        let copy = [UInt8](bytes)
        let mayGoOn = state.withLock { state in
            state.waitingBytes += copy.count
            if state.isReleased, state.waitingBytes <= Self.waitingLimit { return true }
            state.resume = resume
            return false
        }
        queue.async { [self] in
            perform { worker in
                try copy.withUnsafeBytes { try worker.take($0) }
                progress(worker.position, state.withLock { $0.total })
            }
            let waiting = state.withLock { state -> (@Sendable () -> Void)? in
                state.waitingBytes -= copy.count
                if isIdentified.isRaised.exchange(false, ordering: .relaxed), !state.isReleased { state.isHeld = true }
                if state.isHeld { return nil }
                defer { state.resume = nil }
                return state.resume
            }
            waiting?()
        }
        if mayGoOn { resume() }
    }

    /// Waits until nothing is being unpacked, and makes what has arrived outlast a loss of power.
    package func suspend() async throws(BundleSourceError) {
        try await onQueue { worker, _ in try worker.suspend() }
    }

    // MARK: From a file

    /// Unpacks a local archive; after `stopped`, from where it was.
    ///
    /// - Throws: `stopped` when the task was cancelled.
    package func unpack(file path: String) async throws(BundleSourceError) {
        try await onQueue { [progress] worker, shouldStop in
            try worker.unpack(file: path, shouldStop) { progress($0, $1) }
        }
    }

    // MARK: Ends

    /// Completes the bundle, which is on disk then.
    package func finish() async throws(BundleSourceError) -> UnpackedBundle {
        try await onQueue { worker, _ in try worker.finish() }
    }

    /// Removes everything from the staging folder; what was unpacked before is forgotten.
    package func discard() async throws(BundleSourceError) {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        state.withLock { $0.failure = nil }
        try await onQueue { worker, _ in try worker.discard() }
    }

    // MARK: The queue

    /// Does something on the queue unless something has failed there before.
    private func perform(_ body: (IntakeWorker) throws -> Void) {
        guard failure == nil else { return }
        do { try body(box.worker) } catch { state.withLock { $0.failure = BundleSourceError(error) } }
    }

    private func onQueue<Value: Sendable>(
        _ body: @escaping @Sendable (IntakeWorker, () -> Bool) throws -> Value
    ) async throws(BundleSourceError) -> Value {
        state.withLock { $0.isStopping = false }
        let result: Result<Value, BundleSourceError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { [self] in
                    if let failure { return continuation.resume(returning: .failure(failure)) }
                    do {
                        let value = try body(box.worker) { [self] in state.withLock { $0.isStopping } }
                        continuation.resume(returning: .success(value))
                    } catch { continuation.resume(returning: .failure(BundleSourceError(error))) }
                }
            }
        } onCancel: {
            state.withLock { $0.isStopping = true }
        }
        return try result.get()
    }
}
