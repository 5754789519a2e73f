// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Runs jobs of one kind on all cores and gives them back in the order they came in, within a bound of memory.
final class BlockPipeline {
    private let memoryLimit: Int
    private let concurrency: Int
    private let work: @Sendable (BlockJob) -> Void
    private var running: [(job: BlockJob, cost: Int, task: Task<Void, Never>)] = []
    private var spare: [BlockJob] = []
    private var spareCodecs: [BlockJob.Codecs] = []
    private var memory = 0

    /// About `concurrency` jobs run at a time (nil: as many as there are cores), of `memoryLimit` bytes together, or
    /// one.
    init(memoryLimit: Int, concurrency: Int?, work: @escaping @Sendable (BlockJob) -> Void) {
        self.memoryLimit = memoryLimit
        self.concurrency = max(1, concurrency ?? Self.cores)
        self.work = work
    }

    private static var cores: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

    var isEmpty: Bool { running.isEmpty }

    /// Whether a job of `cost` bytes may start now; if not, take one out with `first` before. One more than can run at
    /// a time may wait, so that no core idles while the first one is handed over.
    func hasRoom(_ cost: Int) -> Bool {
        running.isEmpty || (running.count <= concurrency && memory + cost <= memoryLimit)
    }

    /// A job to fill, perhaps one that has been used before.
    func makeJob() -> BlockJob {
        let job = spare.popLast() ?? BlockJob()
        job.failure = nil
        return job
    }

    /// Starts a job that holds `cost` bytes.
    func start(_ job: BlockJob, cost: Int) {
        let work = work
        job.codecs = spareCodecs.popLast() ?? BlockJob.Codecs()
        memory += cost
        running.append((job, cost, Task.detached { work(job) }))
    }

    /// Waits for the job that was started first among those not taken out, and takes it out.
    func first() async -> BlockJob? {
        guard let oldest = running.first else { return nil }
        await oldest.task.value
        running.removeFirst()
        memory -= oldest.cost
        if let codecs = oldest.job.codecs {
            spareCodecs.append(codecs)
            oldest.job.codecs = nil
        }
        return oldest.job
    }

    /// Takes back a job whose bytes are no longer needed.
    func recycle(_ job: BlockJob) {
        // A spare job holds on to its memory, so there is never more than what may run anyway.
        if spare.count + running.count <= concurrency { spare.append(job) }
    }

    /// Waits for all that runs, and drops it.
    func drain() async {
        while await first() != nil {}
    }
}
