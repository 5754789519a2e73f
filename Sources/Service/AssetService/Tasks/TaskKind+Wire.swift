// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ServiceInterface
internal import TaskScheduler

extension TaskKind {
    /// nil for one that only a newer client knows.
    init?(_ kind: BackgroundTask.Kind) {
        switch kind {
        case .refresh: self = .refresh
        case .processing: self = .processing
        case .healthResearch: self = .healthResearch
        case .continued: self = .continued
        case .sessionEvents: self = .sessionEvents
        case .unknown: return nil
        }
    }

    var wire: BackgroundTask.Kind {
        switch self {
        case .refresh: .refresh
        case .processing: .processing
        case .healthResearch: .healthResearch
        case .continued: .continued
        case .sessionEvents: .sessionEvents
        }
    }

    /// What an app needs in UIBackgroundModes for it.
    var mode: BackgroundTaskDeclaration.Mode? {
        switch self {
        case .refresh: .fetch
        case .processing, .healthResearch: .processing
        case .continued, .sessionEvents: nil
        }
    }

    /// `refresh task`: for people.
    var words: String {
        switch self {
        case .refresh: "refresh task"
        case .processing: "processing task"
        case .healthResearch: "task for health research"
        case .continued: "continued task"
        case .sessionEvents: "events of URL sessions"
        }
    }
}
