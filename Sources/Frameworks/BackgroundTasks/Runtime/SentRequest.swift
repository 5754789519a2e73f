// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

/// What of a request goes to the service: as it is when it is submitted.
struct SentRequest: Sendable {
    let identifier: String
    /// nil for a class that is none of this module's.
    let task: BackgroundTask?
    let queues: Bool
    /// What is asked for that there is not.
    let missingResources: Bool

    init(_ request: BGTaskRequest) {
        identifier = request.identifier
        task = BackgroundTask(request)
        let continued = request as? BGContinuedProcessingTaskRequest
        queues = continued?.strategy != .fail
        missingResources = !(continued?.requiredResources ?? []).isSubset(of: BGTaskScheduler.supportedResources)
    }
}
