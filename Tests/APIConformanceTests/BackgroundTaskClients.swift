// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import Testing

/// All that the module declares, as apps use it: that it compiles is the test. What needs no service is looked at.
@Suite("The surface of BackgroundTasks") struct BackgroundTaskClients {
    @Test("Errors, their domain and their codes are Apple's") func errors() {
        #expect(BGTaskScheduler.errorDomain == "BGTaskSchedulerErrorDomain")
        let codes: [BGTaskScheduler.Error.Code] = [
            .unavailable, .tooManyPendingTaskRequests, .notPermitted, .immediateRunIneligible,
        ]
        #expect(codes.map(\.rawValue) == [1, 2, 3, 4])
        let error: any Error = BGTaskScheduler.Error(.tooManyPendingTaskRequests)
        #expect((error as NSError).code == 2 && (error as NSError).domain == BGTaskScheduler.errorDomain)
        switch error {
        case BGTaskScheduler.Error.tooManyPendingTaskRequests: break
        default: Issue.record("\(error)")
        }
    }

    @Test("Requests have what Apple's have, and a copy of one is another") func requests() throws {
        let refresh = BGAppRefreshTaskRequest(identifier: "refresh")
        refresh.earliestBeginDate = Date(timeIntervalSince1970: 1)
        let copy = try #require(refresh.copy() as? BGAppRefreshTaskRequest)
        copy.earliestBeginDate = nil
        #expect(copy.identifier == "refresh" && refresh.earliestBeginDate == Date(timeIntervalSince1970: 1))

        let processing = BGProcessingTaskRequest(identifier: "processing")
        #expect(!processing.requiresNetworkConnectivity && !processing.requiresExternalPower)
        processing.requiresNetworkConnectivity = true
        processing.requiresExternalPower = true
        let processingCopy = try #require(processing.copy() as? BGProcessingTaskRequest)
        #expect(processingCopy.requiresNetworkConnectivity && processingCopy.requiresExternalPower)

        let health: BGProcessingTaskRequest = BGHealthResearchTaskRequest(identifier: "health")
        (health as? BGHealthResearchTaskRequest)?.protectionTypeOfRequiredData = "NSFileProtectionNone"

        let continued = BGContinuedProcessingTaskRequest(identifier: "export", title: "Export", subtitle: "of all")
        #expect(continued.strategy == .queue && continued.requiredResources == [])
        continued.strategy = .fail
        continued.requiredResources = .gpu
        continued.title = "Exports"
        continued.subtitle = "of some"
        #expect(BGContinuedProcessingTaskRequest.SubmissionStrategy.fail.rawValue == 0)
        #expect(BGContinuedProcessingTaskRequest.SubmissionStrategy.queue.rawValue == 1)
        let resources: BGContinuedProcessingTaskRequest.Resources = BGTaskScheduler.supportedResources
        #expect(resources.isSuperset(of: []))
    }

    @Test("Who saves power, and hears when that changes") func power() {
        let token = NotificationCenter.default.addObserver(
            forName: .NSProcessInfoPowerStateDidChange, object: nil, queue: nil
        ) { _ in _ = ProcessInfo.processInfo.isLowPowerModeEnabled }
        NotificationCenter.default.removeObserver(token)
    }

    /// Never called: it submits.
    func submit(_ request: BGTaskRequest) async throws {
        let scheduler: BGTaskScheduler = .shared
        let isRegistered: Bool = scheduler.register(forTaskWithIdentifier: "refresh", using: nil) { (task: BGTask) in
            task.expirationHandler = nil
            switch task {
            case let task as BGContinuedProcessingTask:
                task.progress.completedUnitCount += 1
                task.updateTitle(task.title, subtitle: task.subtitle)
                let reporting: any ProgressReporting = task
                _ = reporting.progress
            case is BGHealthResearchTask, is BGProcessingTask, is BGAppRefreshTask: break
            default: break
            }
            task.setTaskCompleted(success: !task.identifier.isEmpty)
        }
        _ = isRegistered
        scheduler.register(forTaskWithIdentifier: "second", using: .main) { $0.setTaskCompleted(success: true) }
        try scheduler.submit(request)
        scheduler.submitTaskRequest(request) { (error: (any Error)?) in _ = error }
        try await scheduler.submitTaskRequest(request)
        scheduler.getPendingTaskRequests { (requests: [BGTaskRequest]) in _ = requests }
        let pending: [BGTaskRequest] = await scheduler.pendingTaskRequests()
        _ = pending
        scheduler.cancel(taskRequestWithIdentifier: "refresh")
        scheduler.cancelAllTaskRequests()
    }
}
