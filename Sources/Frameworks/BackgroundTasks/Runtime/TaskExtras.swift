// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ServiceInterface

/// What Apple's interface has not got, for the module that adds it.
package enum TaskExtras {
    /// Why a task was told to end; nil while it was not.
    package static func expiration(of task: BGTask) -> TaskEvent.Expiration? { task.launched.expiration }

    /// Has a request begin, or what runs expire, now.
    ///
    /// - Throws: ``BGTaskScheduler/Error``.
    package static func simulate(
        _ simulation: TasksInterface.Simulate.Simulation, _ identifier: String
    ) throws(BGTaskScheduler.Error) {
        try TaskRuntime.own.simulate(simulation, identifier)
    }
}
