// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import NIOPosix
internal import Synchronization

/// Gathers the body of a response into runs of bytes, has them prepared (verified, decoded) on all cores, and hands them
/// in order to a worker on a queue of its own, so that receiving, preparing and writing go on at the same time.
///
/// When more than `depth` runs are under way the connection is not read; how many that is depends on the memory that other
/// transfers leave.
final class IngestSink: BodySink {
    /// Where the runs lie in the archive.
    enum Runs: Sendable {
        /// Whole stored blocks: their offsets and sizes, in order.
        case blocks([(offset: Int64, size: Int)])
        /// The archive itself, in pieces of at most this size.
        case pieces(Int)
    }

    private struct State {
        var position: Int64 = 0
        var nextRun: Int
        var current: IngestRun?
        var free: [IngestRun] = []
        var pending = 0
        var failure: (any Error)?
        var waiting: (@Sendable () -> Void)?
        /// The last byte that was reported as having arrived.
        var reported: Int64
    }

    /// Most runs that are under way beside the one that is being gathered: with these no stage waits for another.
    private static let largestDepth = 3
    private let memory: IngestMemory.Share
    private let runMemory: Int
    /// Bytes between two reports of progress.
    private let step: Int64
    private let runs: Runs
    private let firstOffset: Int64
    private let size: Int64
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "background-assets.ingest", qos: .utility)
    private let preparer: (any RunPreparer)?
    private let worker: WorkerBox
    private let progress: @Sendable (Int64) -> Void

    /// `@unchecked Sendable`: the worker is touched on `queue` only.
    private final class WorkerBox: @unchecked Sendable {
        let worker: any IngestWorker
        init(_ worker: any IngestWorker) { self.worker = worker }
    }

    /// - `firstRun`: the index of the first block that is needed.
    /// - `firstOffset`: where it begins in the archive.
    /// - `runMemory`: bytes that the largest run takes, decoded bytes included.
    /// - `memory`: what the runs of all transfers share.
    /// - `preparer`: what is done with each run apart from the others; nil when there is nothing.
    /// - `progress`: told the bytes of the archive that have arrived, rising.
    init(
        runs: Runs, firstRun: Int, firstOffset: Int64, size: Int64, runMemory: Int,
        memory: IngestMemory, preparer: (any RunPreparer)?, worker: any IngestWorker,
        progress: @escaping @Sendable (Int64) -> Void
    ) {
        self.runs = runs
        self.firstOffset = firstOffset
        self.size = size
        self.runMemory = runMemory
        self.memory = memory.share()
        self.preparer = preparer
        self.worker = WorkerBox(worker)
        self.progress = progress
        step = min(max(size / 128, 16 << 10), 1 << 20)
        state = Mutex(State(nextRun: firstRun, reported: firstOffset))
    }

    private var depth: Int { memory.runs(of: runMemory, atMost: Self.largestDepth + 1) - 1 }

    func bodyBegins(atOffset offset: Int64, etag: String?, total: Int64?) throws(TransferError) {
        state.withLock { $0.position = offset }
        queue.async { [self] in worker.worker.began(etag: etag) }
    }

    func bodyBytes(_ bytes: UnsafeRawBufferPointer, resume: @escaping @Sendable () -> Void) throws(TransferError) {
        let (ready, waits, arrived) = try state.withLock {
            state throws(TransferError) -> ([IngestRun], Bool, Int64?) in
            if let failure = state.failure { throw Self.translate(failure) }
            var rest = bytes
            var ready: [IngestRun] = []
            while !rest.isEmpty { if let full = gather(&rest, &state) { ready.append(full) } }
            state.pending += ready.count
            let waits = state.pending > depth
            if waits { state.waiting = resume }
            let isNews = state.position >= state.reported + step || state.position == size
            if isNews { state.reported = state.position }
            return (ready, waits, isNews ? state.position : nil)
        }
        if let arrived { progress(arrived) }
        for run in ready { submit(run) }
        if !waits { resume() }
    }

    /// Takes from `rest` what belongs to the current run, or skips what belongs to none; returns the run when it is full.
    private func gather(_ rest: inout UnsafeRawBufferPointer, _ state: inout State) -> IngestRun? {
        func drop(_ count: Int) {
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            state.position += Int64(count)
        }
        let start: Int64
        let length: Int
        switch runs {
        case .blocks(let blocks):
            guard state.nextRun < blocks.count else {
                drop(rest.count)
                return nil
            }
            (start, length) = blocks[state.nextRun]
        case .pieces(let piece):
            start = firstOffset + Int64(state.nextRun) * Int64(piece)
            length = Int(min(Int64(piece), size - start))
        }
        if state.position < start {
            drop(Int(min(Int64(rest.count), start - state.position)))
            return nil
        }
        let run = state.current ?? take(length, &state)
        state.current = run
        drop(run.arrived.append(rest, upTo: length))
        guard run.arrived.count == length else { return nil }
        state.current = nil
        state.nextRun += 1
        return run
    }

    private func take(_ length: Int, _ state: inout State) -> IngestRun {
        let run: IngestRun
        if let index = state.free.firstIndex(where: { $0.arrived.capacity >= length }) {
            run = state.free.remove(at: index)
            run.removeAll()
        } else {
            state.free.removeAll()
            run = IngestRun(capacity: length)
        }
        run.index = state.nextRun
        return run
    }

    private func submit(_ run: IngestRun) {
        let prepared = DispatchGroup()
        if let preparer {
            prepared.enter()
            NIOThreadPool.singleton.submit { _ in
                run.prepare(preparer)
                prepared.leave()
            }
        }
        queue.async { [self] in
            prepared.wait()
            var failure: (any Error)?
            if state.withLock({ $0.failure == nil }) {
                do {
                    if let failure = run.failure { throw failure }
                    try worker.worker.take(run)
                } catch { failure = error }
            }
            let waiting = state.withLock { state in
                state.pending -= 1
                if state.failure == nil { state.failure = failure }
                if state.free.count < max(1, depth) { state.free.append(run) }
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?()
        }
    }

    /// Waits until everything that was handed over is staged, and completes it.
    func finish() async throws(TransferError) -> [ExtractedFile] {
        let result: Result<[ExtractedFile], any Error> = await withCheckedContinuation { continuation in
            queue.async { [self] in
                if let failure = state.withLock({ $0.failure }) {
                    continuation.resume(returning: .failure(failure))
                } else {
                    continuation.resume(returning: Result { try worker.worker.finish() })
                }
            }
        }
        do { return try result.get() } catch { throw Self.translate(error) }
    }

    /// Waits until nothing is being staged any more.
    func drain() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    /// What the worker failed with, if it has.
    var failure: TransferError? { state.withLock { $0.failure }.map(Self.translate) }

    private static func translate(_ error: any Error) -> TransferError { TransferError(ingest: error) }
}
