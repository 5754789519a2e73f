// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import Logging
internal import MessageBus
internal import ProcessSupervision
internal import SystemPackage
package import SystemSupport

/// Starts apps: as units of systemd where the user has one, else as children of this process, within the same limits.
package struct AppLauncher: Sendable {
    /// Of the session bus; nil where there is none.
    private let busAddress: String?
    private let environment: AppEnvironment
    /// What the apps print.
    package let outputs: AppOutputs
    private let logger: Logger

    /// - `environment`: of this process.
    package init(busAddress: String?, environment: [String: String], logger: Logger) {
        self.busAddress = busAddress
        self.environment = AppEnvironment(environment)
        outputs = AppOutputs(logger: logger)
        self.logger = logger
    }

    /// - Throws: when it cannot be executed, or systemd is too slow to say whether it is.
    package func start(_ launch: AppLaunch) async throws(SystemError) -> AppProcess {
        if let busAddress {
            let (outputs, logger) = (outputs, logger)
            let result = await onThread { () -> Result<AppProcess, SystemError> in
                Result { () throws(SystemError) in
                    try AppProcess.startUnit(launch, address: busAddress, outputs: outputs, logger: logger)
                }
            }
            switch result {
            case .success(let process): return process
            // It may have begun, or begin yet.
            case .failure(let error) where error.errno == .timedOut: throw error
            // Where nobody has the name there is none.
            case .failure(let error) where error.errno == .noRouteToHost || BusConnection.isLost(error):
                logger.debug("\(launch.bundleID) is no unit of systemd: \(error)")
            case .failure(let error): logger.warning("\(launch.bundleID) is no unit of systemd: \(error)")
            }
        }
        return try AppProcess.start(
            launch, environment: environment.merging(launch.environment), outputs: outputs, logger: logger)
    }

    /// Takes up a process that is there.
    ///
    /// - `startedAt`: nil for whichever has the number now.
    /// - `limits`: of one that was started in the background, and whose limits nobody else looks after.
    /// - Returns: nil when it is gone.
    package func adopt(
        _ processID: Int32, startedAt: UInt64?, of bundleID: String, limits: AppLimits? = nil
    ) -> AppProcess? {
        AppProcess.adopt(
            processID, startedAt: startedAt, of: bundleID, limits: limits, outputs: outputs, logger: logger)
    }

    /// An app that was started in the background is a person's from now on: it may use what others may.
    package func lift(_ process: AppProcess) async {
        process.forgetLimits()
        let (busAddress, logger) = (busAddress, logger)
        await onThread {
            guard let busAddress, let unit = AppUnit.name(ofProcess: process.processID) else {
                return ProcessPriority.normal.set(ofTreeFrom: process.processID)
            }
            do throws(SystemError) { try AppUnit.lift(unit, address: busAddress) } catch {
                logger.warning("\(process.bundleID) is in front within the limits of the background: \(error)")
            }
        }
    }

    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }
}
