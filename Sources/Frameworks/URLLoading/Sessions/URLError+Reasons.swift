// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import FoundationNetworking

extension URLError {
    /// What a cancelled download goes on by.
    public var downloadTaskResumeData: Data? { userInfo[NSURLSessionDownloadTaskResumeData] as? Data }

    /// Why the system has cancelled a task.
    public enum BackgroundTaskCancelledReason: Int, Sendable {
        case userForceQuitApplication = 0
        case backgroundUpdatesDisabled = 1
        case insufficientSystemResources = 2
    }

    /// Why the system has cancelled a task. Nothing here does: what a person quits goes on.
    public var backgroundTaskCancelledReason: BackgroundTaskCancelledReason? {
        (userInfo["NSURLErrorBackgroundTaskCancelledReasonKey"] as? Int).flatMap(BackgroundTaskCancelledReason.init)
    }

    /// Why there is no network for a task.
    public enum NetworkUnavailableReason: Int, Sendable {
        case cellular = 0
        case expensive = 1
        case constrained = 2
    }

    /// Why there is no network for a task. Nothing here fails for that: it waits.
    public var networkUnavailableReason: NetworkUnavailableReason? {
        (userInfo["NSURLErrorNetworkUnavailableReasonKey"] as? Int).flatMap(NetworkUnavailableReason.init)
    }
}
