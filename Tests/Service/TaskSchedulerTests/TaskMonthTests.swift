// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Testing

@testable import TaskScheduler

/// A month of forty apps that behave, and some that do not, on a device whose conditions change.
@Suite("A month of background tasks") struct TaskMonthTests {
    private enum Manner: CaseIterable { case quick, slow, failing, endsWhenTold, heedless, crashing, absent }

    private struct Month {
        var generator: SeededGenerator
        var scheduler = TaskScheduler()
        var now: Double = 1_800_000_000
        let end: Double
        /// What happens to the run at a time.
        var events: [(time: Double, run: TaskRun, act: Act)] = []
        var manners: [String: Manner] = [:]
        var conditions: [TaskCondition: Double] = [:]
        var log: [String] = []
        var submitted: [TaskKey: TaskRequest] = [:]
        var (launches, ends, refused, required) = (0, 0, 0, 0)
        var outcomes: Set<String> = []

        enum Act { case takeUp, complete(Bool), die(String) }

        init(seed: UInt64, days: Double) {
            generator = SeededGenerator(seed: seed)
            end = now + days * 86_400
        }

        mutating func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < part }
        mutating func seconds(_ range: Range<Double>) -> Double { .random(in: range, using: &generator) }

        mutating func submit(_ key: TaskKey, _ kind: TaskKind) {
            let request = TaskRequest(
                key, kind, earliestBegin: chance(0.8) ? now + seconds(0..<86_400) : nil, needsNetwork: chance(0.5),
                needsExternalPower: kind.isProcessing && chance(0.3), submittedAt: now)
            do throws(TaskRefusal) {
                try scheduler.submit(request, now: now)
                submitted[key] = request
            } catch { refused += 1 }
        }

        mutating func run() {
            for number in 1...40 {
                let app = "app\(number)"
                manners[app] = Manner.allCases[number % Manner.allCases.count]
                scheduler.add(app, TaskAccount(budget: RunTimeBudget(addedAt: now, base: 1_200)))
                submit(TaskKey("refresh", of: app), .refresh)
                for place in 1...(number % 12 + 1) { submit(TaskKey("process\(place)", of: app), .processing) }
            }
            var nextWeather = now
            while now < end {
                let decision = scheduler.decide(now: now)
                for run in decision.launch { launch(run) }
                for run in decision.expire { told(run) }
                for app in decision.end.sorted() { die(app, "ended") }
                check()
                events.sort { ($0.time, $0.run.id) < ($1.time, $1.run.id) }
                let next = [decision.nextChange, events.first?.time, nextWeather].compactMap { $0 }.min()
                now = max(now, min(next ?? end, end))
                while let event = events.first, event.time <= now {
                    events.removeFirst()
                    happen(event.run, event.act)
                }
                if nextWeather <= now {
                    weather()
                    nextWeather = now + seconds(600..<20_000)
                }
            }
        }

        mutating func launch(_ run: TaskRun) {
            launches += 1
            let key = run.request.key
            log.append("\(now) \(key)")
            #expect(max(run.request.earliestBegin ?? 0, run.request.submittedAt) <= now, "before its date: \(key)")
            #expect(scheduler.conditions.hold(on: run.request) == nil, "\(key) is held")
            #expect(scheduler.pending(of: key.bundleID).allSatisfy { $0.key != key })
            submitted[key] = nil
            guard let manner = manners[key.bundleID] else { return }
            if manner == .absent { return }
            events.append((now + seconds(0..<2), run, .takeUp))
        }

        mutating func told(_ run: TaskRun) {
            switch manners[run.request.key.bundleID] {
            case .heedless, .crashing, .absent, nil: break
            default: events.append((now + seconds(0..<4), run, .complete(false)))
            }
        }

        mutating func happen(_ run: TaskRun, _ act: Act) {
            guard let current = scheduler.run(run.id) else { return }
            switch act {
            case .takeUp:
                guard current.state == .launching else { return }
                scheduler.takenUp(run.id, now: now)
                // The handler asks for the next time first.
                submit(run.request.key, run.request.kind)
                switch manners[run.request.key.bundleID] {
                case .quick: events.append((now + seconds(0..<20), run, .complete(true)))
                case .slow: events.append((now + seconds(0..<500), run, .complete(true)))
                case .failing: events.append((now + seconds(0..<20), run, .complete(false)))
                case .crashing: events.append((now + seconds(0..<20), run, .die("signal 11")))
                case .endsWhenTold, .heedless, .absent, nil: break
                }
            case .complete(let success):
                if let outcome = scheduler.completed(run.id, success: success, now: now) { note(run, outcome) }
            case .die(let how): die(run.request.key.bundleID, how)
            }
        }

        mutating func die(_ app: String, _ how: String, by cause: ProcessEndCause = .itself) {
            for (run, outcome) in scheduler.processEnded(of: app, how, by: cause, now: now) {
                note(run, outcome)
                switch outcome {
                case .notTakenUp, .endedWithApp, .madeWay, .quit, .interrupted:
                    let key = run.request.key
                    #expect(scheduler.pending(of: app).contains { $0.key == key }, "lost: \(key)")
                    submitted[key] = submitted[key] ?? run.request
                default: break
                }
            }
        }

        mutating func note(_ run: TaskRun, _ outcome: TaskOutcome) {
            ends += 1
            outcomes.insert("\(outcome)".split(separator: "(").first.map(String.init) ?? "")
            log.append("\(now) \(run.request.key) \(outcome)")
        }

        mutating func weather() {
            let all: [TaskCondition] = [
                .noNetwork, .noExternalPower, .lowPowerMode(reason: nil), .gameInFront(reason: "GameMode"),
            ]
            for condition in all {
                guard chance(0.4) else {
                    conditions[condition] = nil
                    continue
                }
                conditions[condition] = conditions[condition] ?? now
            }
            var off: [String: Double] = [:]
            for number in 1...40 where chance(0.05) { off["app\(number)"] = now }
            scheduler.update(TaskConditions(conditions, appsWithoutRefresh: off), now: now)
            for number in 1...40 where chance(0.02) { scheduler.noteUse(of: "app\(number)", now: now) }
            for app in scheduler.awakeApps.sorted() where chance(0.2) {
                die(app, "signal 15", by: .opening)
                scheduler.noteUse(of: app, now: now)
            }
        }

        /// What holds at any time.
        mutating func check() {
            #expect(scheduler.awakeApps.count <= scheduler.policy.awakeLimit)
            #expect(scheduler.running.allSatisfy { $0.deadline(scheduler.policy) ?? now >= now })
            #expect(launches == ends + scheduler.running.count)
            required += 1
            guard required % 100 == 0 else { return }
            for number in 1...40 {
                let app = "app\(number)"
                let pending = scheduler.pending(of: app)
                #expect(pending.count { $0.kind == .refresh } <= 1 && pending.count { $0.kind.isProcessing } <= 10)
                // None is lost, and none is there that was not asked for.
                #expect(
                    Set(pending.map(\.key.identifier))
                        == Set(submitted.keys.filter { $0.bundleID == app }.map(\.identifier)))
                for request in pending { #expect(scheduler.wait(of: request.key, now: now) != nil) }
            }
        }
    }

    @Test(
        "Never before the date, never over the limits, nothing lost, each launch ended, and the same again by its seed",
        arguments: [1, 2, 3] as [UInt64])
    func month(_ seed: UInt64) {
        var month = Month(seed: seed, days: 30)
        month.run()
        #expect(month.launches > 2_000 && month.refused > 0, "\(month.launches)")
        #expect(
            month.outcomes == [
                "completed", "completedInGrace", "overran", "processEnded", "notTakenUp", "endedWithApp", "madeWay",
            ])
        var again = Month(seed: seed, days: 30)
        again.run()
        #expect(again.log == month.log)
        var other = Month(seed: seed + 100, days: 1)
        other.run()
        #expect(other.log != month.log)
    }
}
