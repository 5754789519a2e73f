// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServiceInterface

extension Sample {
    static let file = FileDownload(
        id: "i", identifier: "n",
        request: FileRequest(
            url: "https://example.com", method: "POST", headers: [.init(name: "A", value: "b")], body: Data([1])),
        fileSize: 1, groupID: "g", essential: true, priority: 2, manifest: true)
    static let bareFile = FileDownload(
        id: "i", identifier: "n", request: FileRequest(url: "https://example.com"), fileSize: 0, groupID: "g",
        essential: false, priority: 0)

    static let fileRecord = FileRecord(
        bundleID: "b", file: file, state: .downloading, foreground: true, completedBytes: 1, totalBytes: 2,
        waiting: "w",
        condition: .metered)
    static let bareFileRecord = FileRecord(
        bundleID: "b", file: bareFile, state: .paused, foreground: false, completedBytes: 0, totalBytes: nil,
        waiting: nil)

    static let challenge = Challenge(
        id: "c", method: .serverTrust, host: "h", port: 1, proxy: true, realm: "r", previousFailures: 1,
        certificates: [Data([1])], distrust: "d")
    static let bareChallenge = Challenge(id: "c", method: .httpBasic, host: "h", port: 1, certificates: [Data([2])])
    static let replies = [
        ChallengeReply(
            .useCredential, credential: Credential(password: .init(user: "u", password: "p", once: true))),
        ChallengeReply(.useCredential, credential: Credential(trust: true)),
        ChallengeReply(
            .useCredential, credential: Credential(identity: .init(certificates: "c", privateKey: "k"))),
        ChallengeReply(
            .useCredential, credential: Credential(archive: .init(data: Data([1]), passphrase: "p"))),
    ]
}

extension MethodSamples {
    static func files() throws -> [MethodSamples] {
        typealias Files = FilesInterface
        return [
            try .init(
                [Files.Schedule(bundleID: "b", file: Sample.file, foreground: true, callID: "c")],
                bare: Files.Schedule(file: Sample.bareFile, foreground: false), replies: [EmptyReply()],
                bareReply: EmptyReply()),
            try .init(
                [Files.List(bundleID: "b")], bare: Files.List(), replies: [.init(files: [Sample.fileRecord])],
                bareReply: .init(files: [Sample.bareFileRecord])),
            try .init(
                [Files.Cancel(bundleID: "b", id: "i", callID: "c")], bare: Files.Cancel(id: "i"),
                replies: [EmptyReply()], bareReply: EmptyReply()),
            try .init(
                [Files.RequestContent(bundleID: "b")], bare: Files.RequestContent(bundleID: "b"),
                replies: [.init(wanted: 3, refusals: ["r"])], bareReply: .init(wanted: 0, refusals: [])),
            try .init(
                [Files.Follow(bundleID: "b", answersChallenges: true)], bare: Files.Follow(),
                replies: [
                    FileEvent(
                        id: 1, kind: .failed, bundleID: "b", file: Sample.file, bytesWritten: 1, completedBytes: 2,
                        totalBytes: 3, path: "/p", failure: FileFailure(cause: .timedOut, message: "m"),
                        challenge: Sample.challenge),
                    FileEvent(
                        id: 1, kind: .challenged, bundleID: "b", file: Sample.file, challenge: Sample.bareChallenge),
                ], bareReply: FileEvent(id: 0, kind: .subscribed, bundleID: "b", file: nil)),
            try .init(
                [Files.Conclude(bundleID: "b", eventID: 1, taken: true)],
                bare: Files.Conclude(eventID: 1, taken: false),
                replies: [EmptyReply()], bareReply: EmptyReply()),
            try .init(
                Sample.replies.map { Files.AnswerChallenge(bundleID: "b", id: "c", reply: $0) },
                bare: Files.AnswerChallenge(id: "c", reply: ChallengeReply(.declined)), replies: [EmptyReply()],
                bareReply: EmptyReply()),
            try .init(
                [Files.TakeControl(bundleID: "b", id: "i", seconds: 1.5, since: 2)],
                bare: Files.TakeControl(id: "i", seconds: nil),
                replies: [.init(state: .waiting), .init(state: .granted), .init(state: .released)],
                bareReply: .init(state: .granted)),
            try .init(
                [Files.ReleaseControl(bundleID: "b", id: "i")], bare: Files.ReleaseControl(id: "i"),
                replies: [EmptyReply()], bareReply: EmptyReply()),
        ]
    }
}
