// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A request to go on with what a person has just begun in the app, when that is not in front any more. It is submitted while the app is.
///
/// An identifier that ends in `.*` in `BGTaskSchedulerPermittedIdentifiers` stands for all that begin as it does.
open class BGContinuedProcessingTaskRequest: BGTaskRequest {
    /// What becomes of a request that cannot begin at once.
    public enum SubmissionStrategy: Int, Sendable {
        /// It is refused, with ``BGTaskScheduler/Error/Code/immediateRunIneligible``.
        case fail = 0
        /// It waits for its turn.
        case queue = 1
    }

    /// What a task needs of the device beside its processors.
    public struct Resources: OptionSet, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The graphics processor; see ``BGTaskScheduler/supportedResources``.
        public static let gpu = Resources(rawValue: 1 << 0)
    }

    /// What a person is shown.
    public var title: String
    /// What a person is shown below the title.
    public var subtitle: String
    public var strategy = SubmissionStrategy.queue
    public var requiredResources: Resources = []

    public init(identifier: String, title: String, subtitle: String) {
        self.title = title
        self.subtitle = subtitle
        super.init(named: identifier)
    }

    override func copied() -> BGTaskRequest {
        let request = BGContinuedProcessingTaskRequest(identifier: identifier, title: title, subtitle: subtitle)
        request.strategy = strategy
        request.requiredResources = requiredResources
        return request
    }
}
