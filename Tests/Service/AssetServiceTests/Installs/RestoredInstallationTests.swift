// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import ServiceInterface
import Testing

@testable import AssetService

/// Installations with managed packs that go on after a restart of the service, when what they need for that has changed.
@Suite(.timeLimit(.minutes(2))) struct RestoredInstallationTests {
    @Test(
        "A11: essential packs that come already are waited for, whatever keeps them from being chosen anew",
        arguments: [true, false])
    func chosenBefore(manifestIsGone: Bool) async throws {
        try await ServiceWorld.with(hasExtension: true) { world in
            for id in ["A", "Other"] {
                let policy: DownloadPolicy = id == "A" ? .essential([.firstInstallation]) : .onDemand
                try await world.publish(id, version: 1, text: "one", policy: policy)
            }
            world.stall("/A-1.aar", times: 8)
            let first = try world.beginInstalling()
            await world.server.wait { $0.stalledCount == 1 }
            if manifestIsGone {
                world.server.serve("/manifest", [], finally: .status(404))
            } else {
                _ = try await world.call(ControlInterface.SetSetting(name: "low-power-mode", value: "on"))
            }
            try await world.restart()
            _ = try? await first.value
            let told = try await world.wait {
                try await world.explain(ServiceWorld.bundleID).first { $0.reason.contains("further asset packs") }
            }
            #expect(told.condition == .installing, "\(told)")
            #expect(await !world.isLaunchable())
            // The first answer waits as well, for nobody.
            await world.server.wait { $0.stalledCount == 2 }
            world.server.release()
            _ = try await world.wait { () -> Bool? in
                try await world.explain(ServiceWorld.bundleID).contains { $0.condition == .installing } ? nil : true
            }
            #expect(try await world.localVersion("A") == 1)
        }
    }
}
