// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import TaskScheduler

extension TaskWait {
    /// For a person.
    var words: String {
        switch reason {
        case .earliestBegin: "it was asked for no earlier"
        case .held(let condition): condition.description
        case .throttled(_, 0): "somebody has quit its app, which is left alone for a while"
        case .throttled(_, let overruns):
            "its app did not end its background tasks by itself"
                + (overruns > 1 ? ", \(overruns) times in a row" : "") + ", and is left alone for a while"
        case .notStarted: "its app cannot be started (`ba task history` tells why), and is tried again later"
        case .spacing: "its app was refreshed a moment ago"
        case .repetition: "its app has done it a moment ago"
        case .runTimeUsedUp: "its app has used up its run time in the background"
        case .behind(let awake, let limit): "\(awake) other apps are awake in the background, and \(limit) may be"
        case .behindContinued(let identifier): "\(identifier) of its app runs"
        case .behindItself: "it runs, or begins again, as it was asked for before"
        case .next: "its turn has come"
        }
    }

    var endsWhen: String? {
        switch reason {
        case .earliestBegin, .spacing, .repetition, .next: nil
        case .held(let condition): condition.endsWhen
        case .throttled: "that time is over, or a person opens the app"
        case .notStarted: "that time is over, or the app is registered, updated or opened"
        case .runTimeUsedUp: "some of it has come back, which it does all day"
        case .behind: "one of them is done"
        case .behindContinued, .behindItself: "that is done"
        }
    }

    /// When it ends by itself (seconds since 1970).
    var end: Double? {
        switch reason {
        case .earliestBegin(let time), .throttled(let time, _), .notStarted(let time), .spacing(let time),
            .repetition(let time),
            .runTimeUsedUp(let time):
            time
        case .held, .behind, .behindContinued, .behindItself, .next: nil
        }
    }

    var condition: Explanation.Condition {
        switch reason {
        case .earliestBegin: .notYet
        case .held(let condition):
            switch condition {
            case .refreshOff, .appRefreshOff: .backgroundRefreshOff
            case .lowPowerMode: .lowPowerMode
            case .gameInFront: .gameInFront
            case .noNetwork: .noConnection
            case .noExternalPower: .externalPower
            }
        case .throttled: .throttled
        case .notStarted, .spacing, .repetition: .notYet
        case .runTimeUsedUp: .runTimeUsedUp
        case .behind, .behindContinued, .behindItself, .next: .behindTasks
        }
    }
}
