// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// The example of an app that does things while nobody has it in front.
@Suite("E: Stormy", .timeLimit(.minutes(5))) struct StormyTests {
    /// Plays days of the app.
    private func play(_ example: StormyExample) async throws {
        try await example.register()
        try await example.optIn()

        // A clear day: nobody is told anything.
        example.serve("clear\n")
        try await example.advance("24h")
        try await example.waitForHistory("completed")
        #expect(try await !example.notifications().contains("Stormy skies"))
        try await example.waitUntilGone()

        // A storm, and a quick server: a person is told at once.
        try await example.waitForNoon()
        example.serve("stormy\n")
        try await example.advance("24h")
        try await example.waitForNotification("Stormy skies")
        try await example.waitForHistory("completed", count: 2)
        try await expectSuccess(example.world.ba("notification", "remove", StormyExample.bundleID))
        try await example.waitUntilGone()

        // A slow server: the task's time is up, the same request goes on as a download, and the app is gone meanwhile.
        try await example.waitForNoon()
        example.serve("stormy\n", [.stall(after: 3)])
        try await example.advance("24h")
        await example.server.wait { $0.stalledCount == 1 }
        try await example.advance("31s")
        try await example.waitForHistory("expiring")
        try await example.waitUntilGone()
        let sessions = try await example.world.ba("sessions", StormyExample.bundleID).output
        #expect(sessions.contains("isStormy"), "\(sessions)")
        #expect(try await !example.notifications().contains("Stormy skies"))

        // The answer wakes the app.
        example.server.release()
        try await example.waitForNotification("Stormy skies")
        #expect(example.asked == 3, "the same request was not sent twice")
        try await example.waitUntilGone()

        // A tap opens the app, which takes a photo; that is uploaded, and the person is told of it.
        try await expectSuccess(example.world.ba("notification", "open", StormyExample.bundleID, "photo"))
        try await example.waitForNotification("is in your profile")
        let photos = example.server.requests.filter { $0.path == "/photo" }
        #expect(photos.count == 1 && photos.first?.method == "PUT")
        #expect(photos.first?.body.prefix(2).elementsEqual(Array("BM".utf8)) == true)
    }

    @Test(
        "D1 to D6: noon, a clear day, a quick storm, a slow one that is promoted and woken for, a photo and its upload")
    func days() async throws {
        try await World.with { world in try await StormyExample.with(in: world, play) }
    }

    @Test(
        "D5: the same, with the app as units of a real systemd",
        .enabled(if: TestUserManager.isPossible, "this runs a systemd of its own: run it as root, as CI does"))
    func units() async throws {
        try await World.with { world in
            try await TestUserManager.with(in: world.folder) { manager in
                try await StormyExample.with(bus: manager.address, in: world) { example in
                    try await play(example)
                    let process = try #require(try example.processes().first)
                    let groups = try String(contentsOfFile: "/proc/\(process)/cgroup", encoding: .utf8)
                    #expect(groups.contains("/app.slice/app-backgroundassets-com.example.stormy@"), "\(groups)")
                }
            }
        }
    }

    @Test("D2: a variant that takes no notice of its end is ended, and left alone for a while") func ignoring()
        async throws
    {
        try await World.with { world in
            try await StormyExample.with(in: world) { example in
                try await example.register(ignoresCancellation: true)
                try await example.optIn()
                example.serve("clear\n")
                try await example.advance("24h")
                try await example.waitForHistory("takenUp")
                try await eventually { example.asked == 1 }
                try await example.advance("31s")
                try await example.waitForHistory("expiring")
                #expect(try !example.processes().isEmpty)
                try await example.advance("6s")
                try await example.waitUntilGone()
                try await example.waitForHistory("overran")
                let explained = try await example.world.ba("explain", "StormyNoon").output
                #expect(explained.contains("did not end"), "\(explained)")
            }
        }
    }
}
