// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The `URLSession` objects of one background session in this process: which of them hears of what, and when one may be let go of.
struct SessionObjects {
    /// What an object that wants no more tasks waits for.
    enum Leave {
        /// All that it hears of.
        case whenHeard
        /// Its own tasks, which it has cancelled.
        case cancelled
    }

    private struct Leaver {
        var leave: Leave
        /// A task that it has waited for, which is looked at first: there may be thousands.
        var waitsFor: Int64?
    }

    /// The newest last.
    private(set) var all: [URLSession] = []
    /// Those of which nobody hears anything, as long as the app has them: they may make tasks.
    private var unheard: [UnheardSession] = []
    private var leaving: [ObjectIdentifier: Leaver] = [:]
    /// Those that are being told of the end of a task, by its number: each stays until it has heard.
    private var told: [Int64: URLSession] = [:]
    /// Those that have heard, where the service has not taken note of it: whether that was all is not known yet.
    private var concluding: [Int64: URLSession] = [:]

    /// Whether the app has none of them any more.
    var isEmpty: Bool { all.isEmpty && unheard.isEmpty }

    /// The newest that has somebody who hears of things, and that stays if there is one.
    var hearer: URLSession? {
        let hearers = all.filter(\.hasDelegate)
        return hearers.last { leaving[ObjectIdentifier($0)] == nil } ?? hearers.last
    }

    /// Those that want no more tasks.
    ///
    /// - `gone`: one that the app may have no longer.
    func leavers(and gone: URLSession? = nil) -> [URLSession] {
        let known = all + unheard.compactMap(\.session)
        let others = gone.map { gone in known.contains { $0 === gone } ? [] : [gone] } ?? []
        return (known + others).filter { leaving[ObjectIdentifier($0)] != nil }
    }

    /// Who hears of a task: the object that has made it, where it has somebody who hears; else the hearer.
    func listener(for work: BackgroundWork) -> URLSession? {
        if let told = told[work.number] { return told }
        if let own = work.session, work.hasHandler || own.hasDelegate { return own }
        return hearer ?? work.session ?? all.last
    }

    /// Who hears of the end of a task, and stays until that is so; nil where nobody does.
    mutating func teller(for work: BackgroundWork) -> URLSession? {
        guard let listener = listener(for: work), work.hasHandler || listener.hasDelegate else { return nil }
        told[work.number] = listener
        return listener
    }

    /// Whoever was to hear of the end of a task has.
    ///
    /// - `isKnown`: the service has taken note of that, or need not.
    /// - Returns: it, where that is known: it may be nobody else's any more, and is to be looked at before it goes.
    @discardableResult mutating func conclude(_ number: Int64, isKnown: Bool) -> URLSession? {
        let session = told.removeValue(forKey: number) ?? concluding.removeValue(forKey: number)
        if !isKnown { concluding[number] = session }
        return isKnown ? session : nil
    }

    /// One has come.
    mutating func add(_ session: URLSession, tasks: some Sequence<BackgroundWork>) {
        // What has a delegate hears of things until it is invalidated.
        let others = all.filter { known in !known.hasDelegate && !tasks.contains { $0.session === known } }
        all.removeAll { known in others.contains { $0 === known } }
        unheard.removeAll { $0.session == nil }
        unheard += others.map(UnheardSession.init)
        all.append(session)
    }

    /// One wants no more tasks. Who has cancelled its own waits for no others' afterwards.
    mutating func leave(_ session: URLSession, _ leave: Leave) {
        // One that has gone has nothing to wait for.
        guard all.contains(where: { $0 === session }) || unheard.contains(where: { $0.session === session }) else {
            return
        }
        if leaving[ObjectIdentifier(session)]?.leave != .cancelled {
            leaving[ObjectIdentifier(session)] = Leaver(leave: leave)
        }
    }

    /// Whether one that leaves has nothing more to hear of.
    ///
    /// - `tasks`: by their numbers.
    /// - `awaitsDrained`: the hearer hears that all has been told.
    mutating func isDone(_ session: URLSession, tasks: [Int64: any BackgroundTask], awaitsDrained: Bool) -> Bool {
        guard let leaver = leaving[ObjectIdentifier(session)] else { return false }
        if told.values.contains(where: { $0 === session }) { return false }
        if leaver.leave == .whenHeard {
            // Whoever has heard of an end: it is the hearer that hears whether that was all.
            if hearer === session, awaitsDrained || !concluding.isEmpty { return false }
            if concluding.values.contains(where: { $0 === session }) { return false }
        }
        if let known = leaver.waitsFor, let work = tasks[known]?.work, waits(session, leaver.leave, for: work) {
            return false
        }
        let found = tasks.first { waits(session, leaver.leave, for: $0.value.work) }?.key
        leaving[ObjectIdentifier(session)]?.waitsFor = found
        return found == nil
    }

    private func waits(_ session: URLSession, _ leave: Leave, for work: BackgroundWork) -> Bool {
        if work.session === session { return true }
        // One that its app holds back may never go on.
        return leave == .whenHeard && work.status != .suspended && listener(for: work) === session
    }

    mutating func remove(_ session: URLSession) {
        leaving[ObjectIdentifier(session)] = nil
        all.removeAll { $0 === session }
        unheard.removeAll { $0.session == nil || $0.session === session }
    }
}
