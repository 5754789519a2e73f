// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetStore
internal import Logging
internal import ServiceInterface
internal import TaskScheduler

// Apps are woken for their URL sessions.
extension TasksService {
    /// Has an app look after a session whose requests have ended. Where it waits for that already, or does it, nothing is new.
    ///
    /// - `begin`: not before that (seconds since 1970); nil for now. Where it waits for a later time already, it waits for this one.
    func wake(for session: SessionKey, notBefore begin: Double? = nil) async {
        do throws(ServiceError) {
            let app = try await catalog.app(session.bundleID)
            let returning = await isReturning(session.bundleID) ? startedAt + Self.returnTime : nil
            let begin = begin ?? returning
            await inOrder { service in
                service.add(session.bundleID, app)
                let task = BackgroundTask(session.identifier, .sessionEvents, earliestBegin: begin)
                guard let held = HeldTask(task, of: session.bundleID, submittedAt: service.clock.now),
                    service.backlog.waiting(held.key).map({ (begin ?? 0) < ($0.request.earliestBegin ?? 0) }) ?? true,
                    !service.scheduler.running.contains(where: { $0.request.key == held.key })
                else { return }
                do throws(TaskRefusal) { try service.scheduler.submit(held.request, now: service.clock.now) } catch {
                    return service.logger.error("\(session.bundleID) is not woken for \(session): \(error)")
                }
                var change = TaskChange()
                service.backlog.wait(held, in: &change)
                service.note(accountOf: session.bundleID, in: &change)
                service.note("submitted", of: held.key, in: &change)
                await service.record(change)
            }
            changes.signal()
        } catch { logger.warning("nobody is woken for \(session): \(error)") }
    }

    /// Whether the service has begun a moment ago, and an app runs that may come back to it by itself.
    private func isReturning(_ bundleID: String) async -> Bool {
        guard clock.now < startedAt + Self.returnTime else { return false }
        let found = await processes.launches.running(bundleID)
        return !found.isEmpty && !found.contains(where: processes.foreground.isSuspended)
    }

    /// There is nothing any more that an app was to look after in a session: where that waits for its time, it is taken back.
    func withdrawWake(for session: SessionKey) async {
        let key = HeldTask.key(of: session)
        guard backlog.waiting(key) != nil else { return }
        await inOrder { service in
            var change = TaskChange()
            guard service.backlog.withdraw(key, in: &change) != nil else { return }
            service.scheduler.cancel(key)
            service.note("cancelled", of: key, "its app has heard of everything", in: &change)
            await service.record(change)
        }
        changes.signal()
    }
}
