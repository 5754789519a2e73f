// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a person has done with a notification, until its app has taken note of that.
struct HeldResponse: Sendable {
    /// How often an app is begun for one response: one that ends without taking it has it when it is there the next time.
    private static let largestAttempt = 2
    /// How many processes of an app are told of one: that which ends at each, as by a fault, is to be opened all the same.
    private static let largestTelling = 3
    /// Seconds that a process has to be told in: one that ends sooner may not have come to it.
    private static let tellingTime: Double = 2

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
    /// Whether it has gone before it may have come to it.
    private var wasCutOff = true

    init(bundleID: String, response: NotificationResponse, opensApp: Bool = false) {
        self.bundleID = bundleID
        self.response = response
        self.opensApp = opensApp
    }

    /// Whether a process is to be told: the same one that comes back, or another where those before may not have come to it.
    func isToBeTold(to processID: Int32) -> Bool {
        processID == self.processID || wasCutOff && tellings < Self.largestTelling
    }

    mutating func tell(_ processID: Int32, _ follower: UInt64, at now: Double) {
        if processID != self.processID { tellings += 1 }
        (self.processID, self.follower, toldAt) = (processID, follower, now)
        wasCutOff = false
    }

    /// Who was told has gone.
    mutating func leave(at now: Double) {
        follower = nil
        wasCutOff = now - toldAt < Self.tellingTime
    }

    /// Whether the app is brought to it once more when it has gone.
    var isToBeBroughtAgain: Bool { attempts > 0 && wasCutOff && follower == nil }

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
