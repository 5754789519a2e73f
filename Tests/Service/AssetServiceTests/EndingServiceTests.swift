// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import AssetService

/// A service that ends while clients come.
@Suite(.timeLimit(.minutes(5)))
struct EndingServiceTests {
    @Test func clientsThatNobodyHasServedYetAreNoTrap() async throws {
        try await ServiceWorld.with { world in
            for round in 0..<20 {
                // Accepted, or not, before the end.
                let clients = try (0..<round).map { _ in try VarlinkConnection(path: world.location.socketPath) }
                try await world.stop()
                for client in clients { client.close() }
                try await world.start()
            }
        }
    }

    @Test("A call whose extension does not return is called off, and the extension ended, before the service is gone")
    func callsThatDoNotEnd() async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            _ = try await world.call(ControlInterface.SetSetting(name: "essential-patience", value: "0"))
            _ = try await world.call(ControlInterface.SetSetting(name: "extension-run-time", value: "3600"))
            // What an installation could not ask about is asked about when somebody looks for updates.
            try await world.publish("Hang", version: 1, text: "one", policy: .essential([.firstInstallation]))
            world.server.serve("/manifest", [], finally: .status(503))
            try await world.install()
            world.change { _ in }
            let connection = try VarlinkConnection(path: world.location.socketPath)
            defer { connection.close() }
            let call = PacksInterface.CheckForUpdates(bundleID: ServiceWorld.bundleID, callID: "1")
            let checking = Task { try await ServiceWorld.call(call, on: connection) }
            _ = try await world.wait { try world.extensionProcesses().first }
            // Calls that have begun have two seconds; the run time of the extension is far longer.
            let clock = world.clock
            let driving = Task {
                while !Task.isCancelled {
                    clock.advanceToNextWake(within: 2)
                    try await Task.sleep(for: .milliseconds(2))
                }
            }
            try await world.stop()
            driving.cancel()
            #expect(try world.extensionProcesses() == [])
            await #expect(throws: (any Error).self) { try await checking.value }
        }
    }
}
