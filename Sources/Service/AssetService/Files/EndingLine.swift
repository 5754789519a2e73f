// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// The ends of one app's file downloads that nobody has taken yet: who is being told of which, and which of them wait.
///
/// An end is offered to all who follow, and is taken when one of them says so. What none of them takes is the extension's,
/// and what that does not take, or may not be woken for, is offered again to whoever comes to follow. Ends of essential files
/// come before others, the oldest first; what the extension has failed at comes last, so that it keeps nothing else from it.
struct EndingLine: Sendable {
    /// Ends that followers are told of at a time: however many there are, none piles up with a slow one.
    static let width = 32
    /// Seconds after which those are looked for that have said nothing: one that was stopped meanwhile has heard of nothing. One
    /// that is busy is waited for as long as it lives.
    static let patience: Double = 60

    private struct Offer {
        /// Those who have not said yet whether they take it.
        var asked: Set<UInt64>
        var isTaken = false
        var deadline: Double
    }

    private var events: [Int64: FileEvent] = [:]
    /// Ends with a file, by the system's names for the downloads and by the app's own.
    private var finishedIDs: [String: Int] = [:]
    private var finishedNames: [String: Int] = [:]
    /// Not offered yet.
    private var waiting = PlaceLine()
    private var offers: [Int64: Offer] = [:]
    /// Offered to all there were, in vain.
    private var declined = PlaceLine()
    /// In the hands of the extension.
    private(set) var withExtension: Int64?
    /// How often the extension has failed at an end: the others come first then.
    private var failures: [Int64: Int] = [:]
    /// Ends with an essential file that the extension has not failed at.
    private var essentials: Set<Int64> = []

    /// - `line`: what it comes after: what that has had left to the extension counts on.
    init(after line: EndingLine? = nil) { declineCount = line?.declineCount ?? 0 }

    var isEmpty: Bool { events.isEmpty }
    /// Whether there is something for the extension, which has nothing in its hands.
    var hasDeclined: Bool { withExtension == nil && !declined.isEmpty }
    /// Ends that followers have left to the extension so far, each counted once.
    private(set) var declineCount = 0
    /// Those of them that are here still.
    private var everDeclined: Set<Int64> = []
    var count: Int { events.count }
    /// Whether the extension is being told of essential files, or is about to be: they are not in their place yet.
    var isPlacingEssentials: Bool { !essentials.isEmpty && (withExtension != nil || !declined.isEmpty) }
    /// Whether there is something for the extension that it has not failed at.
    var hasUntried: Bool { declined.hasUntried || (!waiting.isEmpty && waiting.hasUntried) }
    /// When those are to be looked for next who have said nothing, in seconds since 1970.
    var nextDeadline: Double? { offers.values.map(\.deadline).min() }

    /// Whether a file has come of a download of this name, the system's.
    func hasFinished(id: String) -> Bool { finishedIDs[id] != nil }

    /// Whether a file has come of a download of this name, the app's own.
    func hasFinished(_ identifier: String) -> Bool { finishedNames[identifier] != nil }

    mutating func add(_ event: FileEvent) {
        if let old = events.updateValue(event, forKey: event.id) { tally(old, -1) }
        tally(event, 1)
        waiting.insert(place(of: event.id))
    }

    private mutating func decline(_ id: Int64) {
        if everDeclined.insert(id).inserted { declineCount += 1 }
        declined.insert(place(of: id))
    }

    private mutating func remove(_ id: Int64) -> FileEvent? {
        guard let event = events.removeValue(forKey: id) else { return nil }
        failures[id] = nil
        everDeclined.remove(id)
        tally(event, -1)
        return event
    }

    /// Two ends may have one name, as when a download is scheduled again.
    private mutating func tally(_ event: FileEvent, _ step: Int) {
        guard event.kind == .finished, let file = event.file else { return }
        let (ids, names) = ((finishedIDs[file.id] ?? 0) + step, (finishedNames[file.identifier] ?? 0) + step)
        if event.isOfEssential, step > 0 { essentials.insert(event.id) } else { essentials.remove(event.id) }
        finishedIDs[file.id] = ids > 0 ? ids : nil
        finishedNames[file.identifier] = names > 0 ? names : nil
    }

    /// Offers what waits to those who follow now.
    ///
    /// - `followers`: of the app's processes that are in front, and of the extension's.
    /// - Returns: what these are to be told.
    mutating func offer(to followers: Set<UInt64>, now: Double) -> [FileEvent] {
        guard !followers.isEmpty else {
            while let id = waiting.popFirst() { decline(id) }
            return []
        }
        var offered: [FileEvent] = []
        while offers.count < Self.width, let id = waiting.popFirst() {
            offers[id] = Offer(asked: followers, deadline: now + Self.patience)
            if let event = events[id] { offered.append(event) }
        }
        return offered
    }

    /// Somebody has come to follow: what nobody took is offered again.
    mutating func renew() { while let id = declined.popFirst() { waiting.insert(place(of: id)) } }

    /// Another extension may be there: what none of the followers takes is left to that one.
    mutating func leaveAnew() {
        everDeclined = []
        renew()
    }

    /// A follower says whether it takes an end. One that was not asked has no say.
    ///
    /// - Returns: the end that is done with by that.
    mutating func conclude(_ eventID: Int64, by follower: UInt64, isTaken: Bool) -> FileEvent? {
        guard var offer = offers[eventID], offer.asked.remove(follower) != nil else { return nil }
        offer.isTaken = offer.isTaken || isTaken
        offers[eventID] = offer
        return settle(eventID)
    }

    /// What a follower was told of and has not said yet whether it takes it.
    func offered(to follower: UInt64) -> [FileEvent] {
        offers.filter { $0.value.asked.contains(follower) }.keys.sorted().compactMap { events[$0] }
    }

    /// A follower is gone: it takes nothing that it has not said.
    ///
    /// - Returns: the ends that are done with by that.
    mutating func left(_ follower: UInt64) -> [FileEvent] {
        offers.keys.sorted().compactMap { conclude($0, by: follower, isTaken: false) }
    }

    /// Those who have been silent for long, and are in front no longer, are waited for no longer.
    ///
    /// - `absent`: those who are in front no longer, as a process that was stopped: they have heard of nothing.
    /// - Returns: the ends that are done with by that.
    mutating func expire(now: Double, absent: Set<UInt64>) -> [FileEvent] {
        offers.filter { $0.value.deadline <= now }.keys.sorted().compactMap { id in
            offers[id]?.asked.subtract(absent)
            offers[id]?.deadline = now + Self.patience
            return settle(id)
        }
    }

    /// The next end for the extension; nil while it has one, and when there is none.
    mutating func takeForExtension() -> FileEvent? {
        guard withExtension == nil, let id = declined.popFirst() else { return nil }
        withExtension = id
        return events[id]
    }

    /// The extension has returned from its end, or failed to.
    ///
    /// - `hasFailed`: of one that it did not take: whether it was told of it at all.
    /// - Returns: the end that is done with by that.
    mutating func extensionConcluded(isTaken: Bool, hasFailed: Bool = true) -> FileEvent? {
        guard let id = withExtension else { return nil }
        withExtension = nil
        if isTaken { return remove(id) }
        if hasFailed {
            failures[id, default: 0] += 1
            essentials.remove(id)
        }
        // Somebody may have come to follow in the meantime.
        waiting.insert(place(of: id))
        return nil
    }

    private mutating func settle(_ eventID: Int64) -> FileEvent? {
        guard let offer = offers[eventID], offer.asked.isEmpty else { return nil }
        offers[eventID] = nil
        if offer.isTaken { return remove(eventID) }
        decline(eventID)
        return nil
    }

    private func place(of id: Int64) -> Place {
        Place(failureCount: failures[id] ?? 0, isLater: !(events[id]?.isOfEssential ?? false), id: id)
    }

    /// Where an end stands among others: those that the extension has failed at least often come first, of these the essential
    /// ones, of these the oldest.
    private struct Place: Comparable {
        let failureCount: Int
        let isLater: Bool
        let id: Int64

        static func < (first: Place, second: Place) -> Bool {
            (first.failureCount, first.isLater ? 1 : 0, first.id)
                < (second.failureCount, second.isLater ? 1 : 0, second.id)
        }
    }

    private struct PlaceLine: Sendable {
        /// The next to go is the last.
        private var places: [Place] = []

        var isEmpty: Bool { places.isEmpty }
        /// Whether there is one that the extension has not failed at.
        var hasUntried: Bool { places.last?.failureCount == 0 }

        mutating func insert(_ place: Place) {
            var range = 0..<places.count
            while !range.isEmpty {
                let middle = range.lowerBound + range.count / 2
                range = places[middle] > place ? middle + 1..<range.upperBound : range.lowerBound..<middle
            }
            places.insert(place, at: range.lowerBound)
        }

        mutating func popFirst() -> Int64? { places.popLast()?.id }
    }
}

extension FileEvent {
    /// Whether a file has come, or has not, that an app needs before it is opened.
    fileprivate var isOfEssential: Bool { file?.essential ?? false }
}
