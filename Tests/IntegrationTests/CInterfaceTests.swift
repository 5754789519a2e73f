// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// The C interface as programs use it: compiled by the system's C compiler, or loaded by Python.
@Suite(.timeLimit(.minutes(5)))
struct CInterfaceTests {
    /// A world with a game that serves two packs and a compiled client.
    private func with(_ body: (inout World) async throws -> Void) async throws {
        try await World.with { world in
            try await CClient.compile(in: world)
            let levels: [UInt8] = Array(repeating: UInt8(ascii: "x"), count: 400_000)
            try await world.pack(
                "Level",
                files: ["level.map": Array("a level".utf8) + levels, "shared": Array("of the level".utf8), "empty": []])
            try await world.pack("Other", files: ["shared": Array("of another".utf8), "x": levels])
            try await world.pack("Base", files: ["shared": Array("of the base".utf8)])
            try await world.serve()
            try await world.makeApp()
            try await expectSuccess(world.ba("install", "Game.app"))
            try await body(&world)
        }
    }

    @Test("C9: a C program lists, fetches, reads, measures, updates and removes packs") func surface() async throws {
        try await with { world in
            try await expectSuccess(world.get("Base"))
            #expect(
                try await world.client("surface", "Level", "level.map") == [
                    "pack Base 1", "pack Level 1", "pack Other 1",
                    "Level: version 1, has a size, info - (0), language -", "status 1", "local status 0",
                    "local version: 100 PackNotFound Level", "before: 101 FileNotFound", "status 68",
                    "relative status 68", "local status 64", "local version 1", "logical size 400019",
                    "allocated size is in the whole", "contents: 400007 bytes, a levelxxxxx",
                    "in this pack: 400007 bytes, a levelxxxxx", "in another: 100 PackNotFound Other",
                    "in none: 100 PackNotFound Nothing", "shared: 11 bytes, of the base",
                    "shared in this pack: 12 bytes, of the level", "empty: 0 bytes, ", "absolute: 103 PathInvalid",
                    "outside: 103 PathInvalid", "descriptor reads 1, closed by exec", "no descriptor: 101 FileNotFound",
                    "path can be read", "no path is there", "updating 0, removed 0", "removed: 101 FileNotFound",
                    "still mapped: a level",
                ])
        }
    }

    @Test("C9: the same calls start operations, whose completions come once and on a thread of their own")
    func operations() async throws {
        try await with { world in
            let lines = try await world.client("async", "Level")
            #expect(
                lines == [
                    "packs 3, pack Level", "status 68, relative 68, size 400019, updating 0, removed 0",
                    "last 207, completions 10, on another thread",
                ])
            #expect(try await world.client("nested", "Level") == ["nested calls came back"])
        }
    }

    @Test("C9: a delegate is told what happens to a download, on one thread") func delegate() async throws {
        try await with { world in
            let lines = try await world.client("fetch", "Level")
            #expect(lines.first == "fetch: 0 -")
            let events = lines.last ?? ""
            #expect(events.hasPrefix("events: began ") && events.contains(" finished; "), "\(lines)")
            #expect(events.hasSuffix("failure 0; version 1; one thread"), "\(lines)")
            #expect(try await world.client("fetch", "Nothing").first == "fetch: 100 PackNotFound Nothing")
            #expect(
                try await world.client("several", "Level", "Other", "Nothing", "Nowhere")
                    == [
                        "failure Nothing 100", "failure Nowhere 100", "several: 102 LocalAvailability",
                    ])
            #expect(try await world.client("several", "Level", "Other") == ["several: 0 -"])
            // A newer version is waited for when that is asked for.
            try await world.pack("Level", files: ["level.map": Array("the second".utf8)])
            let updating = world
            let updated = try await world.wait("the server to notice") {
                try await expectSuccess(updating.ba("pack", "check", World.bundleID))
                return try await updating.localVersion("Level") == 2 ? true : nil
            }
            #expect(updated)
            #expect(try await world.client("several", "Level") == ["several: 0 -"])
        }
    }

    @Test("C9: NULL, broken text, unknown names and released objects are errors with names") func badInput()
        async throws
    {
        try await with { world in
            let unknown = ["Nothing", "not/../an ID", ""].flatMap {
                [
                    "unknown: 100 PackNotFound \($0)", "unknown: 100 PackNotFound \($0)",
                    "unknown: 100 PackNotFound \($0)", "unknown: 0 -",
                ]
            }
            let lines = try await world.client("bad", "Level")
            #expect(
                lines == [
                    "no manager: 1 InvalidArgument", "no text: 1 InvalidArgument", "not UTF-8: 2 InvalidUTF8",
                    "no place: 1 InvalidArgument", "no place: 1 InvalidArgument", "no array: 1 InvalidArgument",
                    "endless array: 1 InvalidArgument", "empty array: 0 -", "option: 1 InvalidArgument",
                    "action: 1 InvalidArgument", "method: 1 InvalidArgument", "no delegate: 1 InvalidArgument",
                    "size 0: 1 InvalidArgument", "endless size: 0 -", "newer: 0 -",
                ] + unknown + [
                    "unknown: 207 DownloadNotFound Nothing", "no path: 103 PathInvalid",
                    "other type: 3 InvalidHandle", "other type: 3 InvalidHandle", "released: 3 InvalidHandle",
                    "no pack: 1 InvalidArgument", "no operation: 1 InvalidArgument",
                ])
        }
    }

    @Test("C9: a process that is no app's, or has no service, is told so and not ended") func strangers() async throws {
        try await with { world in
            let nobody = try await world.strangeClient("stranger").filter { !$0.hasPrefix("BackgroundAssets: ") }
            #expect(
                nobody == [
                    "packs: 201 NotAttributed", "ensure: 201 NotAttributed Level", "status: 201 NotAttributed Level",
                    "local status: 201 NotAttributed Level", "contents: 201 NotAttributed",
                    "path: 201 NotAttributed", "delegate: 0 -",
                ])
            let alone = try await world.strangeClient(
                "stranger",
                environment: [
                    "BACKGROUND_ASSETS_ROOT": world.folder.path("elsewhere"),
                    "BACKGROUND_ASSETS_SERVICE_EXECUTABLE": "/nonexistent",
                ]
            ).filter { !$0.hasPrefix("BackgroundAssets: ") }
            #expect(alone.count == 7 && alone.first == "packs: 200 ServiceUnavailable", "\(alone)")
            let homeless = try await world.strangeClient(
                "stranger", environment: ["BACKGROUND_ASSETS_ROOT": "relative"]
            )
            .filter { !$0.hasPrefix("BackgroundAssets: ") }
            #expect(homeless.count == 7 && homeless.first == "packs: 200 ServiceUnavailable", "\(homeless)")
        }
    }

    @Test("C9: an app that lacks what managed packs need is told what") func misconfigured() async throws {
        try await with { world in
            try await expectSuccess(world.ba("uninstall", World.bundleID))
            try FileManager.default.removeItem(atPath: world.folder.path("Game.app/Extensions"))
            try await expectSuccess(world.ba("install", "Game.app"))
            let lines = try await world.client("stranger").filter { !$0.hasPrefix("BackgroundAssets: ") }
            #expect(
                lines == [
                    "packs: 202 ConfigurationInvalid", "ensure: 202 ConfigurationInvalid Level",
                    "status: 202 ConfigurationInvalid Level", "local status: 0 -", "contents: 101 FileNotFound",
                    "path: 0 -", "delegate: 0 -",
                ])
        }
    }

    @Test("C9: many threads read files, and set and clear the delegate, at once") func threads() async throws {
        try await with { world in
            try await world.pack("Plain", files: ["plain": Array(repeating: UInt8(ascii: "x"), count: 300_000)])
            let served = world
            _ = try await world.wait("the server to notice") {
                try await expectSuccess(served.ba("pack", "check", World.bundleID))
                return try await served.packs()["Plain"]
            }
            #expect(try await world.client("threads", "Plain", "Other", "plain") == ["readings 360, late 0"])
        }
    }

    @Test("C9: Python makes the same calls by ctypes") func python() async throws {
        try await with { world in
            let run = try await expectSuccess(
                ProgramRun.run(
                    "ba",
                    [
                        "run", "--app", World.bundleID, "--", "/usr/bin/env", "python3",
                        CClient.fixtures + "/client.py",
                        CClient.library(in: world), "Level", "level.map",
                    ], environment: world.environment, directory: world.folder.path))
            #expect(
                run.output.split(separator: "\n") == [
                    "version 010000", "packs ['Base', 'Level', 'Other']", "events ['began', 'finished']",
                    "pack Level 1", "contents 400007 b'a levelxxxxx'", "descriptor 400007", "error 101 FileNotFound",
                    "error 2 InvalidUTF8", "error 1 InvalidArgument",
                ])
        }
    }
}
