// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// `backgroundassets.v1.Sessions`: background URL sessions, whose requests go on while their app does not run.
package enum SessionsInterface {
    /// Tasks of an app that have not ended, or whose ends nobody has taken note of: there are no more at a time.
    package static let largestCount = 5_000
    /// Bytes that all these are described with: each with its headers and its body. An app that opens a session is told of all in one message.
    package static let largestSize = 32 << 20

    /// Has a session be this process's, until the connection is closed.
    package struct Open: ServiceMethod {
        package static let method = "backgroundassets.v1.Sessions.Open"
        package static let streams = true
        package typealias Reply = SessionEvent
        package var bundleID: String?
        /// The app's own name for it.
        package var session: String
        package var settings: SessionSettings
        /// It is told of challenges, and answers them.
        package var answersChallenges: Bool?

        package init(
            bundleID: String? = nil, session: String, settings: SessionSettings, answersChallenges: Bool? = nil
        ) {
            self.bundleID = bundleID
            self.session = session
            self.settings = settings
            self.answersChallenges = answersChallenges
        }
    }

    /// Begins a task.
    package struct Add: ServiceMethod {
        package static let method = "backgroundassets.v1.Sessions.Add"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var session: String
        package var task: SessionTask

        package init(bundleID: String? = nil, session: String, task: SessionTask) {
            self.bundleID = bundleID
            self.session = session
            self.task = task
        }
    }

    /// Holds a task back, or has it go on, or changes how urgent it is.
    package struct Change: ServiceMethod {
        package static let method = "backgroundassets.v1.Sessions.Change"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var session: String
        package var number: Int64
        package var isSuspended: Bool?
        package var priority: Double?
        package var text: String?

        package init(
            bundleID: String? = nil, session: String, number: Int64, isSuspended: Bool? = nil,
            priority: Double? = nil, text: String? = nil
        ) {
            self.bundleID = bundleID
            self.session = session
            self.number = number
            self.isSuspended = isSuspended
            self.priority = priority
            self.text = text
        }
    }

    /// Ends a task.
    package struct Cancel: ServiceMethod {
        package static let method = "backgroundassets.v1.Sessions.Cancel"
        package var bundleID: String?
        package var session: String
        package var number: Int64
        /// What has come is kept for a task that goes on with it.
        package var keeps: Bool?

        package init(bundleID: String? = nil, session: String, number: Int64, keeps: Bool? = nil) {
            self.bundleID = bundleID
            self.session = session
            self.number = number
            self.keeps = keeps
        }

        package struct Reply: Codable, Equatable, Sendable {
            /// By which a task goes on with what has come; nil where it cannot be gone on with.
            package var resumeID: String?
            package init(resumeID: String? = nil) { self.resumeID = resumeID }
        }
    }

    /// A person ends a task, or all of a session that have not ended. Its app need not have it.
    package struct Stop: ServiceMethod {
        package static let method = "backgroundassets.v1.Sessions.Stop"
        package var bundleID: String
        package var session: String
        /// nil for all.
        package var number: Int64?

        package init(bundleID: String, session: String, number: Int64? = nil) {
            self.bundleID = bundleID
            self.session = session
            self.number = number
        }

        package struct Reply: Codable, Equatable, Sendable {
            /// Those that had not ended.
            package var numbers: [Int64]
            package init(numbers: [Int64]) { self.numbers = numbers }
        }
    }

    /// The app has taken note of the end of a task: its file may go.
    package struct Conclude: ServiceMethod {
        package static let method = "backgroundassets.v1.Sessions.Conclude"
        package var bundleID: String?
        package var session: String
        package var number: Int64

        package init(bundleID: String? = nil, session: String, number: Int64) {
            self.bundleID = bundleID
            self.session = session
            self.number = number
        }

        package struct Reply: Codable, Equatable, Sendable {
            /// How many `drained` the process has been told of since it opened the session, with one that is to come for this.
            package var drains: Int?
            package init(drains: Int? = nil) { self.drains = drains }
        }
    }

    /// What is done about a challenge that this process was told of. Nothing when it is late.
    package struct AnswerChallenge: ServiceMethod {
        package static let method = "backgroundassets.v1.Sessions.AnswerChallenge"
        package static let answersAtOnce = true
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var session: String
        /// That of the challenge.
        package var id: String
        package var reply: ChallengeReply

        package init(bundleID: String? = nil, session: String, id: String, reply: ChallengeReply) {
            self.bundleID = bundleID
            self.session = session
            self.id = id
            self.reply = reply
        }
    }

    /// What is in the sessions of one app or of all.
    package struct List: ServiceMethod {
        package static let method = "backgroundassets.v1.Sessions.List"
        package static let answersAtOnce = true
        package var bundleID: String?

        package init(bundleID: String? = nil) { self.bundleID = bundleID }

        package struct Reply: Codable, Equatable, Sendable {
            package var tasks: [SessionTaskRecord]
            package init(tasks: [SessionTaskRecord]) { self.tasks = tasks }
        }
    }
}
