// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Charges an app for a run of its extension step by step while that lasts: a service that is killed meanwhile has charged all
/// but the last few seconds.
struct RunMeter: Sendable {
    /// Seconds between two charges.
    static let step: Double = 5

    private let budgets: ExtensionBudgets
    private let bundleID: String
    private let runTime: @Sendable () -> Double
    /// Ends with what it has charged.
    private let task: Task<Double, Never>

    /// - `runTime`: seconds that the extension has run so far.
    init(_ budgets: ExtensionBudgets, bundleID: String, runTime: @escaping @Sendable () -> Double) {
        self.budgets = budgets
        self.bundleID = bundleID
        self.runTime = runTime
        task = Task {
            var charged: Double = 0
            while true {
                do throws(CancellationError) {
                    try await budgets.clock.sleep(until: budgets.clock.now + Self.step)
                } catch { return charged }
                let time = runTime()
                await budgets.spend(time - charged, of: bundleID)
                charged = time
            }
        }
    }

    /// The run has ended: charges the rest.
    func settle() async {
        task.cancel()
        let charged = await task.value
        await budgets.spend(runTime() - charged, of: bundleID)
    }
}
