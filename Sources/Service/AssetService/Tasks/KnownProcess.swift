// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppHost
internal import TaskScheduler

/// A process of an app that does something in the background: whose it is, and whether it is to end.
struct KnownProcess {
    enum Owner: Equatable {
        /// It was started for something in the background, and is for nothing else.
        case background
        /// A person has opened it.
        ///
        /// - `resumed`: what of it was suspended before it was woken, and is again when it is done: itself, or what it has started.
        case person(resumed: Set<Int32>)
    }

    enum Standing: Equatable {
        case running
        /// It is to end: nothing is handed to it any more.
        case ending
        /// The same, for it has nothing to do any more: nobody is told of its end.
        case dismissed
    }

    let process: AppProcess
    private(set) var owner: Owner
    private(set) var standing = Standing.running
    /// By whom it ends, as far as that is known before.
    private var cause = ProcessEndCause.itself

    init(_ process: AppProcess, isStarted: Bool) {
        self.process = process
        owner = isStarted ? .background : .person(resumed: [])
    }

    /// It was started for something in the background.
    var isStarted: Bool { owner == .background }

    /// What of it is suspended when it is done.
    var resumed: Set<Int32> {
        switch owner {
        case .background: []
        case .person(let resumed): resumed
        }
    }

    /// It, and what of it is suspended when it is done.
    var processIDs: [Int32] { [process.processID] + resumed.subtracting([process.processID]).sorted() }

    /// Nobody sees it, and it is let go of when it is done.
    var isBehind: Bool { isStarted || !resumed.isEmpty }

    var isEnding: Bool { standing != .running }

    /// By whom it has ended, if it has; nil when nobody is told.
    var endCause: ProcessEndCause? {
        guard standing != .dismissed else { return nil }
        // Of one that a person has opened nobody but its parent knows whether it has crashed.
        return cause == .itself && !isStarted ? .closing : cause
    }

    /// It is a person's from now on: it is neither ended nor suspended when it is done.
    mutating func lift() { self = KnownProcess(process, isStarted: false) }

    /// It was suspended, or what it has started was, and is woken for something.
    mutating func noteResuming(_ processIDs: [Int32]) {
        if !isStarted { owner = .person(resumed: resumed.union(processIDs)) }
    }

    /// It is suspended again.
    mutating func noteSuspending() { if !isStarted { owner = .person(resumed: []) } }

    /// Somebody is about to end it, which is no fault of its.
    mutating func note(_ cause: ProcessEndCause) { self.cause = cause }

    /// It is to end.
    ///
    /// - `cause`: nil for one that has not done what it was to do.
    mutating func end(by cause: ProcessEndCause? = nil) {
        if let cause { self.cause = cause }
        if standing == .running { standing = .ending }
    }

    /// It has nothing to do any more.
    mutating func dismiss() { standing = .dismissed }
}
