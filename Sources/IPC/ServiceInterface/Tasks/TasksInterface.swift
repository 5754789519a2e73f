// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// `backgroundassets.v1.Tasks`: what apps want to do while they are not in front, and what becomes of it.
package enum TasksInterface {
    /// Asks for a task, in the place of what the app has asked for by the same identifier.
    package struct Submit: ServiceMethod {
        package static let method = "backgroundassets.v1.Tasks.Submit"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var task: BackgroundTask
        /// A continued one that cannot begin at once waits for its turn.
        package var queues: Bool?
        /// A repeat with the same ID does nothing twice.
        package var callID: String?

        package init(
            bundleID: String? = nil, task: BackgroundTask, queues: Bool? = nil, callID: String? = nil
        ) {
            self.bundleID = bundleID
            self.task = task
            self.queues = queues
            self.callID = callID
        }
    }

    /// Takes back a request that has not begun, or all of an app.
    package struct Cancel: ServiceMethod {
        package static let method = "backgroundassets.v1.Tasks.Cancel"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        /// nil for all.
        package var identifier: String?
        /// A repeat with the same ID does nothing twice.
        package var callID: String?

        package init(bundleID: String? = nil, identifier: String?, callID: String? = nil) {
            self.bundleID = bundleID
            self.identifier = identifier
            self.callID = callID
        }
    }

    /// What an app has asked for and has not begun.
    package struct Pending: ServiceMethod {
        package static let method = "backgroundassets.v1.Tasks.Pending"
        package static let answersAtOnce = true
        package var bundleID: String?

        package init(bundleID: String? = nil) { self.bundleID = bundleID }

        package struct Reply: Codable, Equatable, Sendable {
            package var tasks: [BackgroundTask]
            package init(tasks: [BackgroundTask]) { self.tasks = tasks }
        }
    }

    /// What waits and what runs, of one app or of all.
    package struct List: ServiceMethod {
        package static let method = "backgroundassets.v1.Tasks.List"
        package static let answersAtOnce = true
        package var bundleID: String?

        package init(bundleID: String? = nil) { self.bundleID = bundleID }

        package struct Reply: Codable, Equatable, Sendable {
            package var tasks: [TaskRecord]
            package init(tasks: [TaskRecord]) { self.tasks = tasks }
        }
    }

    /// Whether the device saves power.
    package struct LowPowerMode: ServiceMethod {
        package static let method = "backgroundassets.v1.Tasks.LowPowerMode"
        package static let answersAtOnce = true

        package init() {}

        package struct Reply: Codable, Equatable, Sendable {
            package var isOn: Bool
            /// Who says so, for a person.
            package var reason: String?

            package init(isOn: Bool, reason: String?) {
                self.isOn = isOn
                self.reason = reason
            }
        }
    }

    /// What the calling process is to do.
    package struct Follow: ServiceMethod {
        package static let method = "backgroundassets.v1.Tasks.Follow"
        package static let streams = true
        package typealias Reply = TaskEvent
        package var bundleID: String?

        package init(bundleID: String? = nil) { self.bundleID = bundleID }
    }

    /// The calling process begins with a task that it was told of.
    package struct TakeUp: ServiceMethod {
        package static let method = "backgroundassets.v1.Tasks.TakeUp"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var run: Int64

        package init(bundleID: String? = nil, run: Int64) {
            self.bundleID = bundleID
            self.run = run
        }
    }

    /// A task has ended.
    package struct Complete: ServiceMethod {
        package static let method = "backgroundassets.v1.Tasks.Complete"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var run: Int64
        package var success: Bool
        /// Why it did not even begin, for a person.
        package var failure: String?

        package init(bundleID: String? = nil, run: Int64, success: Bool, failure: String? = nil) {
            self.bundleID = bundleID
            self.run = run
            self.success = success
            self.failure = failure
        }
    }

    /// How far a continued task is, and what a person is shown of it from now on.
    package struct ReportProgress: ServiceMethod {
        package static let method = "backgroundassets.v1.Tasks.ReportProgress"
        package typealias Reply = EmptyReply
        package var bundleID: String?
        package var run: Int64
        /// From 0 to 1.
        package var fraction: Double
        /// Units that are done, where nobody knows of how many, too.
        package var completed: Int64?
        package var title: String?
        package var subtitle: String?

        package init(
            bundleID: String? = nil, run: Int64, fraction: Double, completed: Int64? = nil, title: String? = nil,
            subtitle: String? = nil
        ) {
            self.bundleID = bundleID
            self.run = run
            self.fraction = fraction
            self.completed = completed
            self.title = title
            self.subtitle = subtitle
        }
    }

    /// A person stops a task that runs.
    package struct Stop: ServiceMethod {
        package static let method = "backgroundassets.v1.Tasks.Stop"
        package typealias Reply = EmptyReply
        package var bundleID: String
        package var identifier: String

        package init(bundleID: String, identifier: String) {
            self.bundleID = bundleID
            self.identifier = identifier
        }
    }

    /// Has a request begin, or what runs expire, now.
    package struct Simulate: ServiceMethod {
        package static let method = "backgroundassets.v1.Tasks.Simulate"
        package typealias Reply = EmptyReply

        package enum Simulation: String, OpenEnumeration { case launch, expiration, unknown }

        package var bundleID: String?
        package var identifier: String
        package var simulation: Simulation

        package init(bundleID: String? = nil, identifier: String, simulation: Simulation) {
            self.bundleID = bundleID
            self.identifier = identifier
            self.simulation = simulation
        }
    }

    /// What was decided about the tasks of an app, and has become of them: the last first.
    package struct History: ServiceMethod {
        package static let method = "backgroundassets.v1.Tasks.History"
        package var bundleID: String?
        package var limit: Int?

        package init(bundleID: String? = nil, limit: Int? = nil) {
            self.bundleID = bundleID
            self.limit = limit
        }

        package struct Reply: Codable, Equatable, Sendable {
            package var entries: [TaskHistoryEntry]
            package init(entries: [TaskHistoryEntry]) { self.entries = entries }
        }
    }
}
