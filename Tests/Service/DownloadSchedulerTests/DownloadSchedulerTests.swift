// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Testing

@testable import DownloadScheduler

@Suite struct DownloadSchedulerTests {
    private func candidate(
        _ id: String, _ downloadClass: DownloadClass = .background, app: String = "app", priority: Int = 0,
        created: Double = 0, paused: Bool = false, notBefore: Double? = nil, obstacle: DownloadObstacle? = nil
    ) -> DownloadCandidate {
        DownloadCandidate(
            id: id, bundleID: app, downloadClass: downloadClass, priority: priority, createdAt: created,
            pausedAt: paused ? created : nil, notBefore: notBefore, obstacle: obstacle)
    }

    private func scheduler(limit: Int = 4, _ candidates: DownloadCandidate...) -> DownloadScheduler {
        scheduler(limit: limit, candidates)
    }

    private func scheduler(limit: Int, _ candidates: [DownloadCandidate]) -> DownloadScheduler {
        var scheduler = DownloadScheduler(limit: limit)
        for candidate in candidates { scheduler.update(candidate, isTransferring: false, now: 0) }
        return scheduler
    }

    @Test func essentialComesBeforeForegroundBeforeBackground() {
        var scheduler = scheduler(
            limit: 2, candidate("background", created: 1), candidate("essential", .essential, created: 3),
            candidate("foreground", .foreground, created: 2))
        #expect(scheduler.decide(now: 10).start == ["essential", "foreground"])
        #expect(scheduler.waitReason(of: "background") == .behindInstallation(count: 1))
        #expect(scheduler.waitReason(of: "essential") == nil)
    }

    @Test("Room on the disk is taken from what is less urgent and does not run, and never in a circle") func yielding()
    {
        var scheduler = scheduler(
            limit: 1, candidate("needed", .essential, created: 5), candidate("first", created: 1, obstacle: .room),
            candidate("second", app: "b", created: 2, notBefore: 99, obstacle: .room),
            candidate("third", created: 3, notBefore: 99, obstacle: .connection),
            candidate("fourth", created: 4, paused: true, obstacle: .room), candidate("asked", .foreground, created: 6))
        #expect(scheduler.yielding(to: "needed") == ["fourth", "third", "second", "first"])
        #expect(scheduler.yielding(to: "asked") == scheduler.yielding(to: nil))
        #expect(scheduler.yielding(to: nil) == scheduler.yielding(to: "needed"))
        #expect(scheduler.yielding(to: "first") == ["fourth", "second"])
        #expect(scheduler.yielding(to: "second") == ["fourth"])
        #expect(scheduler.yielding(to: "fourth") == [])
        #expect(scheduler.yielding(to: "unknown") == [])
        scheduler.remove("needed", now: 7)
        scheduler.remove("asked", now: 7)
        #expect(scheduler.decide(now: 7).start == ["first"])
        // It runs.
        #expect(scheduler.yielding(to: nil) == ["fourth", "third", "second"])
    }

    @Test("Of several that are asked for in front, and find no room, the first has that of the others")
    func yieldingInFront() {
        let scheduler = scheduler(
            limit: 1, candidate("first", .foreground, created: 1, notBefore: 99, obstacle: .room),
            candidate("second", .foreground, created: 2, notBefore: 99, obstacle: .room),
            candidate("third", .foreground, created: 3, notBefore: 99),
            candidate("needed", .essential, created: 4, notBefore: 99, obstacle: .room))
        #expect(scheduler.yielding(to: "first") == ["second"])
        #expect(scheduler.yielding(to: "second") == [])
        #expect(scheduler.yielding(to: "needed") == [])
        #expect(scheduler.yielding(to: nil) == [])
    }

    @Test("Who waits for others knows whose they are") func owners() {
        var scheduler = scheduler(
            limit: 1, candidate("first", .foreground, app: "b"), candidate("second", .foreground, app: "a", created: 1),
            candidate("third", app: "c", created: 2))
        #expect(scheduler.decide(now: 10).start == ["first"])
        #expect(scheduler.wait(of: "first") == nil)
        #expect(scheduler.wait(of: "second")?.apps == ["b"])
        scheduler.update(candidate("needed", .essential, app: "d", created: 3), isTransferring: false, now: 0)
        #expect(scheduler.waitReason(of: "third") == .behindInstallation(count: 1))
        #expect(scheduler.wait(of: "third")?.apps == ["d"])
        #expect(scheduler.wait(of: "third")?.endsWhen == "the essential downloads of d have ended")
        #expect(
            WaitReason.behind(count: 9, limit: 1).endsWhen(behind: (1...7).map(String.init))
                == "one of them of 1, 2, 3, 4, 5 and 2 more apps ends")
    }

    @Test("B3, B5: nothing runs in the background beside what is essential, and it does when that has ended or waits")
    func gating() {
        var scheduler = scheduler(
            limit: 4, candidate("background", app: "other"), candidate("foreground", .foreground, app: "other"))
        #expect(scheduler.decide(now: 0).start == ["foreground", "background"])
        scheduler.update(candidate("essential", .essential), isTransferring: false, now: 0)
        #expect(scheduler.decide(now: 0) == .init(start: ["essential"], stop: ["background"]))
        scheduler.update(candidate("background", app: "other"), isTransferring: false, now: 0)
        #expect(scheduler.decide(now: 0) == .init())
        #expect(scheduler.waitReason(of: "background") == .behindInstallation(count: 1))
        // Its server has trouble: the line is free meanwhile.
        scheduler.update(candidate("essential", .essential, notBefore: 5), isTransferring: false, now: 0)
        #expect(scheduler.decide(now: 1) == .init(start: ["background"], nextChange: 5))
        #expect(scheduler.decide(now: 5) == .init(start: ["essential"], stop: ["background"]))
        scheduler.update(candidate("background", app: "other"), isTransferring: false, now: 0)
        scheduler.remove("essential", now: 0)
        #expect(scheduler.decide(now: 6).start == ["background"])
    }

    @Test("B3: while an installation is paused nothing of its app comes in the background; of others it does")
    func pausedInstallation() {
        var scheduler = scheduler(
            limit: 4, candidate("own"), candidate("foreground", .foreground), candidate("other", app: "other"),
            candidate("essential", .essential, paused: true))
        #expect(scheduler.decide(now: 0).start == ["foreground", "other"])
        #expect(scheduler.waitReason(of: "own") == .installationPaused)
        scheduler.update(candidate("essential", .essential), isTransferring: false, now: 0)
        #expect(scheduler.decide(now: 0) == .init(start: ["essential"], stop: ["other"]))
        scheduler.remove("essential", now: 0)
        #expect(scheduler.decide(now: 0).start == ["own"])
    }

    @Test func withinAnAppPriorityComesBeforeAge() {
        var scheduler = scheduler(limit: 1, candidate("old", created: 1), candidate("high", priority: 50, created: 2))
        #expect(scheduler.decide(now: 10).start == ["high"])
    }

    @Test func appsTakeTurns() {
        let flood = (0..<10).map { candidate("a\($0)", app: "a", created: Double($0)) }
        var scheduler = scheduler(
            limit: 4, flood + [candidate("b0", app: "b", created: 100), candidate("b1", app: "b", created: 101)])
        #expect(scheduler.decide(now: 200).start == ["a0", "b0", "a1", "b1"])
    }

    @Test func aRunningDownloadIsStoppedForAMoreUrgentClassOnly() {
        let running = candidate("running", created: 5)
        var scheduler = scheduler(limit: 1, running)
        #expect(scheduler.decide(now: 10).start == ["running"])
        scheduler.update(running, isTransferring: true, now: 0)
        scheduler.update(candidate("older", priority: 100, created: 1), isTransferring: false, now: 0)
        #expect(scheduler.decide(now: 10) == .init())
        scheduler.update(candidate("essential", .essential, created: 9), isTransferring: false, now: 0)
        #expect(scheduler.decide(now: 10) == .init(start: ["essential"], stop: ["running"]))
        // Until its transfer has ended it cannot be started again.
        scheduler.remove("essential", now: 0)
        #expect(scheduler.decide(now: 10).start == ["older"])
        scheduler.remove("older", now: 0)
        #expect(scheduler.decide(now: 10).start == [])
        scheduler.update(running, isTransferring: false, now: 0)
        #expect(scheduler.decide(now: 10).start == ["running"])
    }

    @Test func pausedAndBackingOffDownloadsSayWhyAndUntilWhen() {
        var scheduler = scheduler(
            candidate("paused", paused: true), candidate("later", notBefore: 20), candidate("due", notBefore: 10))
        let decision = scheduler.decide(now: 10)
        #expect(decision.start == ["due"])
        #expect(decision.nextChange == 20)
        #expect(scheduler.waitReason(of: "paused") == .paused)
        #expect(scheduler.waitReason(of: "later") == .backOff(until: 20, error: nil))
        #expect(scheduler.decide(now: 20).start == ["later"])
    }

    @Test func oneThatIsPausedIsStoppedAndGoesOnWhenItIsResumed() {
        var scheduler = scheduler(candidate("a"))
        #expect(scheduler.decide(now: 0).start == ["a"])
        scheduler.update(candidate("a", paused: true), isTransferring: true, now: 0)
        #expect(scheduler.decide(now: 0).stop == ["a"])
        // Before its transfer has ended: then it stands in line at once.
        scheduler.update(candidate("a"), isTransferring: true, now: 0)
        #expect(scheduler.decide(now: 0) == .init())
        scheduler.update(candidate("a"), isTransferring: false, now: 0)
        #expect(scheduler.decide(now: 0).start == ["a"])
    }

    @Test("B12: what keeps the background from running leaves the rest alone, and says what it is") func holds() {
        let (power, refresh) = (
            DownloadHold(.lowPowerMode(reason: nil), since: 5),
            DownloadHold(.appBackgroundRefreshOff(bundleID: "a"), since: 7)
        )
        var scheduler = scheduler(
            limit: 3, candidate("a", app: "one"), candidate("b", app: "two"),
            candidate("c", .foreground, app: "one"))
        scheduler.hold(BackgroundHolds(apps: ["one": refresh]), now: 0)
        #expect(scheduler.decide(now: 0).start == ["c", "b"])
        #expect(scheduler.waitReason(of: "a") == .held(refresh))
        scheduler.hold(BackgroundHolds(all: power, apps: ["one": refresh]), now: 1)
        #expect(scheduler.decide(now: 1).stop == ["b"])
        #expect(scheduler.waitReason(of: "b") == .held(power))
        scheduler.update(candidate("b", app: "two"), isTransferring: false, now: 0)
        #expect(scheduler.decide(now: 2) == .init())
        scheduler.hold(BackgroundHolds(apps: ["one": refresh]), now: 3)
        #expect(scheduler.decide(now: 3).start == ["b"])
        scheduler.hold(BackgroundHolds(), now: 3)
        #expect(scheduler.decide(now: 3).start == ["a"])
    }

    @Test("What failed for want of a connection is tried when there is one; what a server has put off is not")
    func network() {
        func late(_ id: String, obstacle: DownloadObstacle?) -> DownloadCandidate {
            DownloadCandidate(
                id: id, bundleID: "one", downloadClass: .background, createdAt: 0, notBefore: 100,
                obstacle: obstacle)
        }
        var scheduler = scheduler(late("offline", obstacle: .connection), late("busy", obstacle: nil))
        #expect(scheduler.decide(now: 0) == .init(nextChange: 100))
        scheduler.retry(after: .connection, now: 0)
        #expect(scheduler.decide(now: 0) == .init(start: ["offline"], nextChange: 100))
        scheduler.retry(after: .connection, now: 0)
        #expect(scheduler.decide(now: 100).start == ["busy"])
    }

    /// Every decision, and every reason, is that of the rules as they are written down.
    @Test(arguments: 0..<20) func changesLeadToTheSameAsSortingAnew(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let limit = Int.random(in: 1...5, using: &random)
        var reference = ReferenceScheduler(limit: limit)
        var scheduler = DownloadScheduler(limit: limit)
        var candidates: [String: DownloadCandidate] = [:]
        var running: Set<String> = []
        var stopping: Set<String> = []
        for step in 0..<300 {
            let id = "\(Int.random(in: 0..<40, using: &random))"
            switch Int.random(in: 0..<11, using: &random) {
            case 10:
                let condition: DownloadCondition =
                    Bool.random(using: &random) ? .lowPowerMode(reason: nil) : .backgroundRefreshOff
                let hold = Int.random(in: 0..<3, using: &random) == 0 ? DownloadHold(condition, since: 1) : nil
                if Bool.random(using: &random) {
                    reference.holds.all = hold
                } else {
                    let app = "app\(Int.random(in: 0..<4, using: &random))"
                    reference.holds.apps[app] = hold
                }
                scheduler.hold(reference.holds, now: Double(step))
            case 0..<5:
                let changed = candidate(
                    id, DownloadClass.allCases.randomElement(using: &random) ?? .background,
                    app: candidates[id]?.bundleID ?? "app\(Int.random(in: 0..<4, using: &random))",
                    priority: Int.random(in: -1...1, using: &random),
                    created: Double(Int.random(in: 0..<8, using: &random)),
                    paused: Int.random(in: 0..<6, using: &random) == 0,
                    notBefore: Bool.random(using: &random)
                        ? nil : Double(step + Int.random(in: -5..<20, using: &random)))
                candidates[id] = changed
                scheduler.update(
                    changed, isTransferring: running.contains(id) || stopping.contains(id), now: Double(step))
            case 5..<8:
                guard let id = running.union(stopping).sorted().randomElement(using: &random), let same = candidates[id]
                else { continue }
                running.remove(id)
                stopping.remove(id)
                scheduler.update(same, isTransferring: false, now: 0)
            default:
                candidates[id] = nil
                running.remove(id)
                stopping.remove(id)
                scheduler.remove(id, now: Double(step))
            }
            let expected = reference.decide(
                candidates.values.sorted { $0.id < $1.id }, running: running, stopping: stopping, now: Double(step))
            let decision = scheduler.decide(now: Double(step))
            #expect(decision.start == expected.decision.start)
            #expect(Set(decision.stop) == Set(expected.decision.stop))
            #expect(decision.nextChange == expected.decision.nextChange)
            running.subtract(decision.stop)
            stopping.formUnion(decision.stop)
            running.formUnion(decision.start)
            let after = reference.decide(
                candidates.values.sorted { $0.id < $1.id }, running: running, stopping: stopping, now: Double(step))
            for id in candidates.keys where !stopping.contains(id) {
                #expect(scheduler.waitReason(of: id) == after.waiting[id], "\(id) in step \(step)")
            }
        }
    }
}
