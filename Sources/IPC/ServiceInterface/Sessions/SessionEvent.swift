// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What happens in a background URL session.
package struct SessionEvent: Codable, Equatable, Sendable {
    package enum Kind: String, OpenEnumeration {
        /// The session is this process's now; `tasks` are what is in it.
        case opened
        /// Bytes have gone or come.
        case progress
        /// The server has said what comes.
        case answered
        /// There is no way to the server, and the task waits for one.
        case waiting
        /// A task has ended; it stays until the app has taken note of that.
        case ended
        /// The app has taken note of all that happened while it was away.
        case drained
        /// The server asks something that the app answers with `AnswerChallenge`.
        case challenged
        case unknown
    }

    package var kind: Kind
    /// Of `opened`.
    package var tasks: [SessionTaskRecord]?
    /// Of `opened`: how many `drained` the process has been told of since it opened the session, with one that comes when it has taken note of
    /// what has ended.
    package var drains: Int?
    /// Of the task that it happened to; 0 of none.
    package var number: Int64
    package var sentBytes: Int64
    package var receivedBytes: Int64
    /// All that comes; nil while the server has not said.
    package var totalBytes: Int64?
    package var answer: SessionAnswer?
    /// Where what has come lies, absolute.
    package var path: String?
    /// Why it ended without an answer.
    package var failure: FileFailure?
    /// By which another download goes on with what has come of one that has failed.
    package var resumeID: String?
    /// What is asked, of `challenged`.
    package var challenge: Challenge?

    package init(
        _ kind: Kind, tasks: [SessionTaskRecord]? = nil, drains: Int? = nil, number: Int64 = 0,
        sentBytes: Int64 = 0,
        receivedBytes: Int64 = 0, totalBytes: Int64? = nil, answer: SessionAnswer? = nil, path: String? = nil,
        failure: FileFailure? = nil, resumeID: String? = nil, challenge: Challenge? = nil
    ) {
        self.kind = kind
        self.tasks = tasks
        self.drains = drains
        self.number = number
        self.sentBytes = sentBytes
        self.receivedBytes = receivedBytes
        self.totalBytes = totalBytes
        self.answer = answer
        self.path = path
        self.failure = failure
        self.resumeID = resumeID
        self.challenge = challenge
    }
}
