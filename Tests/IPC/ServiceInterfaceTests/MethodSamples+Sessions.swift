// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServiceInterface

extension Sample {
    static let sessionTask = SessionTask(
        number: 1, kind: .upload,
        request: FileRequest(url: "u", method: "POST", headers: [.init(name: "n", value: "v")], body: Data([1])),
        uploadPath: "/f", resumeID: "r", earliestBegin: 1.5, expectedToSend: 2, expectedToReceive: 3, priority: 0.25,
        text: "t", allowsExpensive: false)
    static let bareSessionTask = SessionTask(number: 1, kind: .data, request: FileRequest(url: "u"))
    static let sessionRecord = SessionTaskRecord(
        bundleID: "b", session: "s", task: sessionTask, state: .waiting, sentBytes: 1, receivedBytes: 2,
        totalBytes: 3, waiting: "w", condition: .metered)
}

extension MethodSamples {
    static func sessions() throws -> [MethodSamples] {
        typealias Sessions = SessionsInterface
        return [
            try .init(
                [
                    Sessions.Open(
                        bundleID: "b", session: "s", settings: SessionSettings(), answersChallenges: true)
                ],
                bare: Sessions.Open(session: "s", settings: SessionSettings()),
                replies: [
                    SessionEvent(
                        .ended, tasks: [Sample.sessionRecord], drains: 1, number: 1, sentBytes: 1,
                        receivedBytes: 2, totalBytes: 3,
                        answer: SessionAnswer(
                            status: 200, headers: [.init(name: "n", value: "v")], version: "HTTP/1.1", url: "u"),
                        path: "/f", failure: FileFailure(cause: .cancelled, message: "m"),
                        challenge: Sample.challenge)
                ], bareReply: SessionEvent(.drained)),
            try .init(
                [Sessions.Add(bundleID: "b", session: "s", task: Sample.sessionTask)],
                bare: Sessions.Add(session: "s", task: Sample.bareSessionTask), replies: [EmptyReply()],
                bareReply: EmptyReply()),
            try .init(
                [
                    Sessions.Change(
                        bundleID: "b", session: "s", number: 1, isSuspended: true, priority: 0.5, text: "t")
                ], bare: Sessions.Change(session: "s", number: 1), replies: [EmptyReply()], bareReply: EmptyReply()),
            try .init(
                [Sessions.Cancel(bundleID: "b", session: "s", number: 1, keeps: true)],
                bare: Sessions.Cancel(session: "s", number: 1), replies: [.init(resumeID: "r")], bareReply: .init()),
            try .init(
                [Sessions.Stop(bundleID: "b", session: "s", number: 1)],
                bare: Sessions.Stop(bundleID: "b", session: "s"),
                replies: [.init(numbers: [1])], bareReply: .init(numbers: [])),
            try .init(
                [Sessions.Conclude(bundleID: "b", session: "s", number: 1)],
                bare: Sessions.Conclude(session: "s", number: 1), replies: [.init(drains: 1)], bareReply: .init()),
            try .init(
                Sample.replies.map { Sessions.AnswerChallenge(bundleID: "b", session: "s", id: "c", reply: $0) },
                bare: Sessions.AnswerChallenge(session: "s", id: "c", reply: ChallengeReply(.declined)),
                replies: [EmptyReply()], bareReply: EmptyReply()),
            try .init(
                [Sessions.List(bundleID: "b")], bare: Sessions.List(), replies: [.init(tasks: [Sample.sessionRecord])],
                bareReply: .init(tasks: [
                    SessionTaskRecord(bundleID: "b", session: "s", task: Sample.bareSessionTask, state: .running)
                ])),
        ]
    }
}
