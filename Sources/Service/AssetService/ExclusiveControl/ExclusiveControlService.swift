// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import ServiceInterface
internal import SystemSupport

/// Lets the processes of an app have exclusive control over its downloads one after the other.
///
/// It says whose turn it is; the kernel's lock, which they hold themselves, is what keeps the others out. So a process that was
/// granted control by an earlier run of the service keeps it, and those who ask meanwhile wait for that, too.
actor ExclusiveControlService {
    /// Seconds after which the service looks again whether a lock has become free that it has granted to nobody.
    static let pause: Double = 0.05
    /// Seconds for which somebody may say to have waited, and may wait: whoever says more waits no longer than that.
    private static let longestWait: Double = 366 * 86_400

    private enum Step: Sendable {
        case granted, released
        case refused(ServiceError)
    }

    private struct Request {
        let bundleID: String
        let name: String
        let processID: Int32
        /// Seconds since 1970.
        let since: Double
        /// When it was granted control, in seconds since 1970.
        var grantedAt: Double?
        let steps: AsyncStream<Step>.Continuation
    }

    private let locks: ControlLocks
    private let clock: any WallClock
    private let logger: Logger
    private var lines: [String: ControlLine] = [:]
    private var requests: [UInt64: Request] = [:]
    private var nextRequest: UInt64 = 1
    private var timer: Task<Void, Never>?

    init(locks: ControlLocks, clock: any WallClock, logger: Logger) {
        self.locks = locks
        self.clock = clock
        self.logger = logger
    }

    /// Asks for control, and has it until it is released or the task is cancelled.
    ///
    /// - `send`: told how the request stands.
    /// - Throws: `exclusiveControlNotAcquired` when it is not had in time; what `send` throws.
    func take(
        _ call: FilesInterface.TakeControl, of bundleID: String, by processID: Int32,
        send: @Sendable (ControlReply.State) async throws -> Void
    ) async throws {
        let id = nextRequest
        nextRequest += 1
        let (steps, source) = AsyncStream.makeStream(of: Step.self)
        requests[id] = Request(
            bundleID: bundleID, name: call.id, processID: processID,
            since: min(max(call.since ?? .infinity, clock.now - Self.longestWait), clock.now), steps: source)
        defer { leave(id, of: bundleID) }
        let seconds = call.seconds.map { min(max($0, 0), Self.longestWait) }
        lines[bundleID, default: ControlLine()].join(id, deadline: seconds.map { clock.now + $0 })
        advance(bundleID)
        // Whoever asks once has been answered by now.
        if requests[id] != nil, lines[bundleID]?.holder != id, seconds != 0 { try await send(.waiting) }
        for await step in steps {
            switch step {
            case .granted: try await send(.granted)
            case .refused(let error): throw error
            case .released: return try await send(.released)
            }
        }
    }

    /// Gives control back, or asks for it no longer.
    func release(_ name: String, of bundleID: String, by processID: Int32) {
        for request in requests.values
        where request.name == name && request.bundleID == bundleID && request.processID == processID {
            request.steps.yield(.released)
        }
    }

    /// Who waits for control over the downloads of an app, and who has it.
    func explanations(of bundleID: String) -> [Explanation] {
        waitExplanations(of: bundleID) + (holderExplanation(of: bundleID).map { [$0] } ?? [])
    }

    /// Who has it is told for those of the same process, too: only the process itself knows that they wait for it.
    private func holderExplanation(of bundleID: String) -> Explanation? {
        guard let holder = lines[bundleID]?.holder, let request = requests[holder] else { return nil }
        return Explanation(
            subject: "process \(request.processID) of \(bundleID)", state: "in control", condition: nil,
            reason: "it has exclusive control over the downloads of \(bundleID), for which the others of the app wait",
            since: request.grantedAt)
    }

    private func waitExplanations(of bundleID: String) -> [Explanation] {
        let holder = lines[bundleID]?.holder
        let reason =
            holder.flatMap { requests[$0] }.map {
                "process \($0.processID) has exclusive control over the downloads of \(bundleID)"
            }
            ?? "another process has exclusive control over the downloads of \(bundleID), since before this service began"
        return requests.filter { $0.key != holder && $0.value.bundleID == bundleID }.sorted { $0.key < $1.key }.map {
            let (id, request) = $0
            let ownEnd = lines[bundleID]?.deadline(of: id).map { deadline in
                ", or this one gives up, \(Int64((deadline - request.since).rounded())) s after it asked"
            }
            return Explanation(
                subject: "process \(request.processID) of \(bundleID)", state: "waiting", condition: .exclusiveControl,
                reason: reason, since: request.since,
                endsWhen: (ownEnd == nil ? "it is given back, or its holder ends" : "it is given back, its holder ends")
                    + (ownEnd ?? ""))
        }
    }

    private func leave(_ id: UInt64, of bundleID: String) {
        requests[id] = nil
        lines[bundleID]?.leave(id)
        advance(bundleID)
    }

    /// Gives control to the next in line when the lock is free, and lets go of those whose time is up.
    private func advance(_ bundleID: String) {
        guard var line = lines[bundleID] else { return }
        if line.isOpen {
            do throws(SystemError) {
                if try locks.isFree(bundleID), let id = line.grant() {
                    requests[id]?.grantedAt = clock.now
                    requests[id]?.steps.yield(.granted)
                }
            } catch {
                logger.error("who has exclusive control over the downloads of \(bundleID) cannot be told: \(error)")
                let refusal = ServiceError(
                    .internalError, "exclusive control over the downloads of \(bundleID) cannot be had: \(error)",
                    subject: bundleID)
                for id in line.dismiss() { requests[id]?.steps.yield(.refused(refusal)) }
            }
        }
        for id in line.expire(now: clock.now) { requests[id]?.steps.yield(.refused(Self.late(bundleID))) }
        lines[bundleID] = line.isEmpty ? nil : line
        wake()
    }

    private static func late(_ bundleID: String) -> ServiceError {
        ServiceError(
            .exclusiveControlNotAcquired,
            "another process of \(bundleID), its extension or the app, has exclusive control over its downloads: "
                + "try again later, or wait longer", subject: bundleID)
    }

    /// Sees to it that those who wait are looked after in time.
    private func wake() {
        timer?.cancel()
        let times = lines.values.compactMap { line in
            line.isOpen ? min(line.nextDeadline ?? .infinity, clock.now + Self.pause) : line.nextDeadline
        }
        timer = times.min().map { time in
            Task {
                do { try await clock.sleep(until: time) } catch { return }
                for bundleID in lines.keys { advance(bundleID) }
            }
        }
    }
}
