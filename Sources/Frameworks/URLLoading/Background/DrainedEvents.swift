// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// How often a process is to hear that all has been told of a background session (`urlSessionDidFinishEvents`), and has heard.
struct DrainedEvents {
    /// How often the service says so on this connection, as far as is known.
    private var promised = 0
    /// How often it has.
    private var received = 0
    /// It was to say so still when the connection was lost.
    private var wasLost = false
    /// Said, and kept until it is told: when the app's handler for the session has been called, where it has one.
    private var isKept = false
    /// Delegates that are being told.
    private var tellings = 0
    /// Said, and nobody was there to hear.
    private(set) var isUnheard = false

    /// Whether somebody is to hear so still, for whom there is no need to come first.
    var isAwaited: Bool { promised > received || wasLost || isKept || tellings > 0 }

    // MARK: The service

    /// The service is asked for the session on another connection: what it has said on the one before has been received, or is lost.
    mutating func begin() {
        wasLost = wasLost || promised > received
        (promised, received) = (0, 0)
    }

    /// The session is this process's.
    ///
    /// - `count`: how often the service says so, with what has happened until then; nil for never.
    /// - Returns: whether that was said on a connection that was lost: a service that does not know of it has said it, and was killed. It is
    ///   kept then until it is told.
    mutating func open(_ count: Int?) -> Bool {
        promised = max(promised, count ?? 0)
        defer { wasLost = false }
        guard wasLost, promised == 0 else { return false }
        isKept = true
        return true
    }

    /// The service says how often it says so, with what has happened until then.
    mutating func promise(_ count: Int?) { promised = max(promised, count ?? 0) }

    /// It says so, which is kept until it is told.
    mutating func receive() {
        received += 1
        isKept = true
    }

    /// It says nothing any more.
    mutating func giveUp() { (promised, received, wasLost, isKept) = (0, 0, false, false) }

    // MARK: Delegates

    /// It is said now.
    ///
    /// - `isHeard`: somebody is there.
    mutating func tell(isHeard: Bool) {
        isKept = false
        isUnheard = !isHeard
        if isHeard { tellings += 1 }
    }

    /// A delegate has returned from hearing so.
    mutating func noteTold() { tellings -= 1 }

    /// Somebody has come who hears what nobody has heard.
    ///
    /// - Returns: whether there is something to hear.
    mutating func takeUnheard() -> Bool {
        defer { isUnheard = false }
        return isUnheard
    }
}
