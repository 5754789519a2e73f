// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// A real full disk: told before a byte is fetched when that can be known, else when it happens; and with room again the
/// download goes on.
@Suite(
    .timeLimit(.minutes(2)),
    .enabled(if: SmallDisk.isPossible, "these tests mount a small file system: run them as root, as CI does"))
struct FullDiskTests {
    /// Runs `body` with a service whose root is a disk of its own.
    private func with(
        _ kind: SmallDisk.Kind, megabytes: Int = 128, _ body: (World, FaultServer, SmallDisk) async throws -> Void
    ) async throws {
        try await World.with { world in
            let world = world
            try await SmallDisk.with(kind, megabytes: megabytes, at: "s", in: world.folder) { disk in
                do {
                    try await FaultServer.with { server in
                        try await world.use(server)
                        try await body(world, server, disk)
                    }
                } catch {
                    _ = try await world.ba("service", "stop")
                    throw error
                }
                // Below the disk there is nothing by which the service could be found.
                try await expectSuccess(world.ba("service", "stop"))
            }
        }
    }

    private func packTexts(_ error: String) {
        for cause in ["the asset pack Big could not be fetched", " free, and ", "free some"] {
            #expect(error.contains(cause), "\(error)")
        }
        // Where the service keeps what arrives means nothing to a person.
        #expect(!error.contains("spool"), "\(error)")
    }

    @Test("what cannot fit is not begun", arguments: SmallDisk.Kind.allCases)
    func whatCannotFitIsNotBegun(_ kind: SmallDisk.Kind) async throws {
        try await with(kind) { world, server, disk in
            try await world.pack("Big", files: ["big.bin": [UInt8](repeating: 0x20, count: 40 << 20)])
            try await world.pack("Small", files: ["small": [1]])
            try await world.publish(on: server)
            try await world.installApp()
            try disk.fill(leaving: 20 << 20)
            try await world.serving {
                let run = try await world.get("Big")
                #expect(run.status == 73)
                packTexts(run.errors)
                #expect(run.errors.contains("`ba pack") || run.errors.contains("free some"), "\(run.errors)")
                // No byte of the archive was asked for.
                #expect(!server.requests.contains { $0.path == "/Big.aar" })
                try await world.expectNothingLeft()
                let line = try await world.game("get", "Big").joined()
                #expect(line.contains(" free, and "), "\(line)")
                // What fits is still fetched.
                try await expectSuccess(world.get("Small"))
                let room = try await world.ba("doctor")
                #expect(room.output.contains(" of the disk of \(world.folder.path("s")) are free"), "\(room.output)")
                try disk.fill(leaving: 8 << 20)
                let full = try await world.ba("doctor")
                #expect(full.status != 0 && full.output.contains("nothing is downloaded until"), "\(full.output)")
                try disk.free()
                try await expectSuccess(world.get("Big"))
                try await world.expectNothingLeft(packs: ["Big": 1, "Small": 1])
            }
        }
    }

    @Test("a disk that fills while a pack is written ends it with the cause, and with room it is fetched")
    func aDiskThatFillsWhileAPackIsWritten() async throws {
        for kind in SmallDisk.Kind.allCases {
            try await with(kind) { world, server, disk in
                let bytes = noise(24 << 20, seed: 21)
                try await world.pack("Big", files: ["big.bin": bytes], compression: "none")
                try await world.publish(on: server)
                try await world.installApp()
                let archive = try world.bytes(of: "packs/Big.aar")
                server.serve("/Big.aar", archive, faults: [.stall(after: 9_000_000)])
                try await world.serving {
                    async let getting = world.get("Big")
                    await server.wait { $0.stalledCount == 1 }
                    try disk.fill(leaving: 0)
                    server.release()
                    let run = try await getting
                    #expect(run.status == 73, "\(kind): \(run.output)\(run.errors)")
                    packTexts(run.errors)
                    try await world.expectNothingLeft("\(kind)")
                    try disk.free()
                    try await expectSuccess(world.get("Big"))
                    #expect(try world.localFile("big.bin", of: "Big") == bytes)
                    try await world.expectNothingLeft(packs: ["Big": 1])
                }
            }
        }
    }

    @Test("a background download waits for room, says so, and goes on where it was")
    func aBackgroundDownloadWaitsForRoom() async throws {
        try await with(.ext4) { world, server, disk in
            let bytes = noise(24 << 20, seed: 22)
            let prefetch = #"{"prefetch": {"installationEventTypes": ["firstInstallation"]}}"#
            try await world.pack("Big", policy: prefetch, files: ["big.bin": bytes], compression: "none")
            try await world.publish(on: server)
            let archive = try world.bytes(of: "packs/Big.aar")
            server.serve("/Big.aar", archive, faults: [.stall(after: 9_000_000)])
            try await world.installApp()
            try await world.serving {
                await server.wait { $0.stalledCount == 1 }
                try disk.fill(leaving: 0)
                server.release()
                let text = try await world.wait("the download to wait for room") {
                    let text = try await world.ba("explain", "Big").output
                    return text.contains("waiting for the next try") ? text : nil
                }
                #expect(text.contains(" free, and ") && text.contains("free some"), "\(text)")
                let doctor = try await world.ba("doctor")
                #expect(doctor.output.contains("nothing is downloaded until"), "\(doctor.output)")
                // It goes on by itself soon after there is room, and not at the end of its back-off only.
                try disk.free()
                _ = try await world.wait("the pack") { try await world.localVersion("Big") }
                #expect(try world.localFile("big.bin", of: "Big") == bytes)
                let ranges = server.requests.filter { $0.path == "/Big.aar" }.map(\.range)
                #expect(ranges.count == 2 && ranges.last??.hasPrefix("bytes=") == true, "\(ranges)")
                _ = try await world.wait("the extension to be told") {
                    try await world.childProcesses().isEmpty ? 1 : nil
                }
                try await world.expectNothingLeft(packs: ["Big": 1])
            }
        }
    }

    /// Installs the app, has the download of a large pack broken off, of which much is kept, and fills the disk but for a
    /// little.
    private func breakOffDownload(_ world: World, _ server: FaultServer, leaving disk: SmallDisk) async throws {
        try await world.pack("Big", files: ["big.bin": noise(40 << 20, seed: 23)], compression: "none")
        try await world.publish(on: server)
        server.serve("/Big.aar", try world.bytes(of: "packs/Big.aar"), faults: [.cut(after: 34 << 20)])
        try await world.installApp()
        #expect(try await world.get("Big").status != 0)
        try await world.expectNothingLeft(kept: ["Big"])
        try disk.fill(leaving: 20 << 20)
    }

    @Test("what is kept of a download that broke off makes room for another", arguments: SmallDisk.Kind.allCases)
    func whatIsKeptMakesRoom(_ kind: SmallDisk.Kind) async throws {
        try await with(kind) { world, server, disk in
            let bytes = noise(30 << 20, seed: 24)
            try await world.pack("Other", files: ["other.bin": bytes], compression: "none")
            try await breakOffDownload(world, server, leaving: disk)
            try await expectSuccess(world.get("Other"))
            #expect(try world.localFile("other.bin", of: "Other") == bytes)
            try await world.expectNothingLeft(packs: ["Other": 1])
        }
    }

    @Test("what is kept of a download that broke off makes room for an app") func whatIsKeptMakesRoomForAnApp()
        async throws
    {
        try await with(.tmpfs) { world, server, disk in
            try await breakOffDownload(world, server, leaving: disk)
            try world.folder.write(
                """
                <plist version="1.0"><dict>
                <key>CFBundleIdentifier</key><string>com.example.other</string>
                <key>CFBundleName</key><string>Other</string>
                <key>CFBundleExecutable</key><string>other</string>
                <key>CFBundleShortVersionString</key><string>1.0</string>
                <key>CFBundleVersion</key><string>1</string>
                </dict></plist>
                """, to: "Other.app/Info.plist")
            try world.folder.write("#!/bin/sh\n", to: "Other.app/other")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: world.folder.path("Other.app/other"))
            try world.folder.write([UInt8](repeating: 7, count: 16 << 20), to: "Other.app/movie")
            try await expectSuccess(world.ba("install", "Other.app"))
            try await world.expectNothingLeft()
        }
    }

    @Test("an app that does not fit is not installed, and leaves nothing") func anAppThatDoesNotFit() async throws {
        try await with(.tmpfs) { world, _, disk in
            try await world.makeApp()
            try world.folder.write([UInt8](repeating: 7, count: 30 << 20), to: "Game.app/movie")
            try disk.fill(leaving: 20 << 20)
            try await world.serving {
                let run = try await world.ba("install", "Game.app")
                #expect(run.status == 73)
                for cause in [
                    "the installation of \(World.bundleID) failed", "Game.app needs", " free, and ", "free some",
                ] {
                    #expect(run.errors.contains(cause), "\(run.errors)")
                }
                try await world.expectNoApp()
                try disk.free()
                try await expectSuccess(world.ba("install", "Game.app"))
            }
        }
    }

    @Test("an archive with more in it than there is room for: the disk is at fault, and not the archive")
    func anArchiveThatDoesNotFit() async throws {
        try await with(.tmpfs, megabytes: 300) { world, _, disk in
            try await world.makeApp()
            // Far smaller in the archive.
            try world.folder.write([UInt8](repeating: 7, count: 60 << 20), to: "Game.app/movie")
            try await expectSuccess(
                ProgramRun.run("/usr/bin/tar", ["-czf", "Game.tar.gz", "Game.app"], directory: world.folder.path))
            try disk.fill(leaving: 100 << 20)
            try await world.serving {
                let run = try await world.ba("install", "Game.tar.gz")
                #expect(run.status == 73 && run.errors.contains("free some"), "\(run)")
                try await world.expectNoApp()
                try disk.free()
                try await expectSuccess(world.ba("install", "Game.tar.gz"))
            }
        }
    }

    @Test("on a disk without a free byte packs and apps can be removed", arguments: SmallDisk.Kind.allCases)
    func removingMakesRoom(_ kind: SmallDisk.Kind) async throws {
        try await with(kind) { world, server, disk in
            try await world.pack("Small", files: ["small": Array("small".utf8)])
            try await world.publish(on: server)
            try await world.installApp()
            try await expectSuccess(world.get("Small"))
            try disk.fill(leaving: 0)
            try await expectSuccess(world.ba("pack", "remove", "--app", World.bundleID, "Small"))
            #expect(try await world.localVersion("Small") == nil)
            try await expectSuccess(world.ba("uninstall", World.bundleID))
            for folder in ["s/apps", "s/packs", "s/groups"] { #expect(world.names(in: folder) == [], "\(folder)") }
            try disk.free()
            try await world.installApp()
            try await expectSuccess(world.get("Small"))
        }
    }

    @Test("on a disk without a free byte the service answers, and starts", arguments: SmallDisk.Kind.allCases)
    func withoutAFreeByte(_ kind: SmallDisk.Kind) async throws {
        try await with(kind) { world, server, disk in
            try await world.pack("Small", files: ["small": Array("small".utf8)])
            try await world.pack("Other", files: ["other": [1]])
            try await world.publish(on: server)
            try await world.installApp()
            try await expectSuccess(world.get("Small"))
            try disk.fill(leaving: 0)
            try await world.serving {
                #expect(try await world.game("read", "small") == ["read small 5 small"])
                let run = try await world.get("Other")
                #expect(run.status != 0)
                #expect(run.status == 73, "\(run.errors)")
                #expect(
                    run.errors.contains("Other could not be fetched") || run.errors.contains("its disk is full"),
                    "\(run.errors)")
                #expect(run.errors.contains("free some"), "\(run.errors)")
            }
            try await world.killService()
            #expect(try await world.game("read", "small") == ["read small 5 small"])
            try disk.free()
            try await expectSuccess(world.get("Other"))
            try await world.expectNothingLeft(packs: ["Small": 1, "Other": 1])
        }
    }
}
