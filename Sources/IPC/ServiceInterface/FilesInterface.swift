// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// `backgroundassets.v1.Files`: what apps and their extensions schedule to be downloaded themselves.
package enum FilesInterface {
    /// Downloads of an app that are scheduled, or have ended and nobody has taken note of it: there are no more at a time, so
    /// that a mistake in a loop fills neither disk nor memory.
    package static let largestCount = 20_000
    /// Bytes that all that is scheduled of an app takes as JSON: each request with its headers and its body.
    package static let largestSize = 32 << 20

    /// Schedules a download, or starts it at once for an app in front.
    package struct Schedule: ServiceMethod {
        package static let method = "backgroundassets.v1.Files.Schedule"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var file: FileDownload
        package var foreground: Bool
        /// A repeat with the same ID does nothing twice.
        package var callID: String?

        package init(bundleID: String? = nil, file: FileDownload, foreground: Bool, callID: String? = nil) {
            self.bundleID = bundleID
            self.file = file
            self.foreground = foreground
            self.callID = callID
        }
    }

    /// What is scheduled and has not ended, of one app or of all.
    package struct List: ServiceMethod {
        package static let method = "backgroundassets.v1.Files.List"
        package static let answersAtOnce = true
        package var bundleID: String?

        package init(bundleID: String? = nil) { self.bundleID = bundleID }

        package struct Reply: Codable, Equatable, Sendable {
            package var files: [FileRecord]
            package init(files: [FileRecord]) { self.files = files }
        }
    }

    /// Cancels a download, by its ID or the app's own name for it.
    package struct Cancel: ServiceMethod {
        package static let method = "backgroundassets.v1.Files.Cancel"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var id: String
        /// A repeat with the same ID does nothing twice.
        package var callID: String?

        package init(bundleID: String? = nil, id: String, callID: String? = nil) {
            self.bundleID = bundleID
            self.id = id
            self.callID = callID
        }
    }

    /// Asks the extension of an app that manages its assets itself what it wants now, because a person wants to know.
    package struct RequestContent: ServiceMethod {
        package static let method = "backgroundassets.v1.Files.RequestContent"
        package var bundleID: String

        package init(bundleID: String) { self.bundleID = bundleID }

        package struct Reply: Codable, Equatable, Sendable {
            /// How many downloads it has named.
            package var wanted: Int
            /// Why some of them are not scheduled, for people.
            package var refusals: [String]

            package init(wanted: Int, refusals: [String]) {
                self.wanted = wanted
                self.refusals = refusals
            }
        }
    }

    /// What happens to the files of an app, and the ends that nobody has taken.
    package struct Follow: ServiceMethod {
        package static let method = "backgroundassets.v1.Files.Follow"
        package static let streams = true
        package typealias Reply = FileEvent
        package var bundleID: String?
        /// It is told of challenges, too, and answers them.
        package var answersChallenges: Bool?

        package init(bundleID: String? = nil, answersChallenges: Bool? = nil) {
            self.bundleID = bundleID
            self.answersChallenges = answersChallenges
        }
    }

    /// The end of a download was taken, or could not be: then somebody else is told.
    package struct Conclude: ServiceMethod {
        package static let method = "backgroundassets.v1.Files.Conclude"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var eventID: Int64
        package var taken: Bool

        package init(bundleID: String? = nil, eventID: Int64, taken: Bool) {
            self.bundleID = bundleID
            self.eventID = eventID
            self.taken = taken
        }
    }

    /// Exclusive control over an app's downloads, which app and extension take in turn.
    ///
    /// The service says whose turn it is; what keeps the others out is the kernel's lock on `locks/<bundle ID>` under the root,
    /// which whoever was granted control takes, so that it outlasts the service.
    package struct TakeControl: ServiceMethod {
        package static let method = "backgroundassets.v1.Files.TakeControl"
        package static let streams = true
        package typealias Reply = ControlReply
        package var bundleID: String?
        /// Made by the caller: a UUID.
        package var id: String
        /// How long the caller waits; 0 asks once, nil waits without end.
        package var seconds: Double?
        /// When it first asked, an earlier run of the service (seconds since 1970).
        package var since: Double?

        package init(bundleID: String? = nil, id: String, seconds: Double?, since: Double? = nil) {
            self.bundleID = bundleID
            self.id = id
            self.seconds = seconds
            self.since = since
        }
    }

    /// Gives control back, or asks for it no longer. Nothing when there is no such request of this process.
    package struct ReleaseControl: ServiceMethod {
        package static let method = "backgroundassets.v1.Files.ReleaseControl"
        package static let answersAtOnce = true
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var id: String

        package init(bundleID: String? = nil, id: String) {
            self.bundleID = bundleID
            self.id = id
        }
    }

    /// What is done about a challenge that this process was told of. Nothing when it is late.
    package struct AnswerChallenge: ServiceMethod {
        package static let method = "backgroundassets.v1.Files.AnswerChallenge"
        package static let answersAtOnce = true
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var id: String
        package var reply: ChallengeReply

        package init(bundleID: String? = nil, id: String, reply: ChallengeReply) {
            self.bundleID = bundleID
            self.id = id
            self.reply = reply
        }
    }
}
