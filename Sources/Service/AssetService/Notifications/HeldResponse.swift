// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a person has done with a notification, until its app has taken note of that.
struct HeldResponse: Sendable {
    /// How often an app is begun for one response: one that ends without taking it has it when it is there the next time.
    private static let largestAttempt = 2
    /// How many processes of an app are told of one: that which ends at each, as by a fault, is to be opened all the same.
    private static let largestTelling = 3
    /// Seconds in which a process that is just ending has gone: an app that a person closes later is not brought again.
    private static let tellingTime: Double = 2

    private enum Hearing {
        case none
        /// In a process that nobody sees: one that ends before it is done with it was ended for that, or has failed.
        case behind
        case inFront
    }

    let bundleID: String
    let response: NotificationResponse
    /// The app is to be seen with it.
    var opensApp = false
    /// Who is told of it, and has not gone.
    private(set) var follower: UInt64?
    /// How often the app was brought to it.
    private var attempts = 0
    /// The process that was told last.
    private var processID: Int32?
    /// How many processes were told.
    private var tellings = 0
    /// When one was told last (seconds since 1970).
    private var toldAt: Double = 0
    /// What its delegate has heard.
    private var hearing = Hearing.none
    /// Whether it has gone at once.
    private var hasLeftSoon = false

    init(bundleID: String, response: NotificationResponse, opensApp: Bool = false) {
        self.bundleID = bundleID
        self.response = response
        self.opensApp = opensApp
    }

    /// Whether a process is to be told: the same one that comes back, or another where the delegate of the one before has not heard of it, or
    /// was not done with it where nobody sees it.
    func isToBeTold(to processID: Int32) -> Bool {
        processID == self.processID || hearing != .inFront && tellings < Self.largestTelling
    }

    mutating func tell(_ processID: Int32, _ follower: UInt64, at now: Double) {
        if processID != self.processID {
            tellings += 1
            hearing = .none
        }
        (self.processID, self.follower, toldAt) = (processID, follower, now)
        hasLeftSoon = false
    }

    /// The delegate of a process is about to hear of it.
    mutating func noteBeginning(in processID: Int32, isInFront: Bool) {
        // One that has come back to another run of the service was not told by this one yet.
        guard self.processID ?? processID == processID else { return }
        self.processID = processID
        hearing = isInFront ? .inFront : .behind
    }

    /// Who was told has gone.
    mutating func leave(at now: Double) {
        follower = nil
        hasLeftSoon = now - toldAt < Self.tellingTime
    }

    /// Whether the app is brought to it once more when it has gone.
    var isToBeBroughtAgain: Bool {
        guard attempts > 0, follower == nil else { return false }
        return switch hearing {
        case .none: hasLeftSoon
        case .behind: true
        case .inFront: false
        }
    }

    /// The app is brought to it.
    ///
    /// - Returns: false where it was often enough.
    mutating func bring() -> Bool {
        guard attempts < Self.largestAttempt else { return false }
        attempts += 1
        return true
    }

    /// A person has quit the app: it is not brought to it any more, and is told when it is opened.
    mutating func noteQuitting() { attempts = Self.largestAttempt }
}
