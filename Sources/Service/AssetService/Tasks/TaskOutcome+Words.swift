// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import TaskScheduler

extension TaskOutcome {
    /// In a word, for the record.
    var event: String {
        switch self {
        case .completed(let success), .completedInGrace(let success, _): success ? "completed" : "failed"
        case .overran: "overran"
        case .processEnded: "processEnded"
        case .notTakenUp: "notTakenUp"
        case .notStarted: "notStarted"
        case .endedWithApp: "endedWithApp"
        case .madeWay: "madeWay"
        case .quit: "quit"
        case .closed: "closed"
        case .interrupted: "interrupted"
        }
    }

    /// For a person: what has happened to a request.
    func words(of request: TaskRequest) -> String { waitsAgain(request) ? "\(cause); it waits again" : cause }

    private var cause: String {
        switch self {
        case .completed(true): "its app has completed it"
        case .completed(false): "its app says that it has failed"
        case .completedInGrace(let success, let reason):
            "its app has ended it \(success ? "" : "without success ")after it was told that \(reason)"
        case .overran(let reason): "its app did not end it after it was told that \(reason)"
        case .processEnded(let how): "the process of its app has ended with it unfinished: \(how)"
        case .notTakenUp(let how): "its app has not begun with it: \(how)"
        case .notStarted(let how): "its app cannot be started: \(how)"
        case .endedWithApp: "its app was ended because of another of its tasks"
        case .madeWay: "somebody has opened its app"
        case .quit: "somebody has quit its app"
        case .closed(let how): "its app, which somebody had opened, has ended with it unfinished: \(how)"
        case .interrupted(let how): "the process of its app has ended with it unfinished: \(how)"
        }
    }
}
