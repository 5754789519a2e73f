// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Examples/Sessions as it is, which `scripts/test.sh` builds before, with a world to be installed in and servers that have its
/// videos.
struct SessionsExample {
    static let bundleID = "com.example.sessions"
    /// The videos that there are: 101 and 202 are essential.
    static let sessions = ["101", "202", "303", "404", "505"]
    private static let folder =
        URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .path + "/Examples/Sessions"

    let world: World
    /// Where the videos come from.
    let server: FaultServer
    /// Where, in plain HTTP, comes what is fetched by URLSession: that takes no authority but the system's.
    let plain: FaultServer

    static func with(_ body: (SessionsExample) async throws -> Void) async throws {
        try await World.with { world in
            try await FaultServer.with { server in
                try world.folder.write(Array(server.authorityPEM.utf8), to: "authority.pem")
                try await expectSuccess(world.ba("trust", world.folder.path("authority.pem")))
                try await FaultServer.with(certificate: nil) { plain in
                    let example = SessionsExample(world: world, server: server, plain: plain)
                    try await example.publish()
                    try await body(example)
                    server.release()
                }
            }
        }
    }

    /// Puts videos and manifest on the server.
    ///
    /// - `insecure`: a video that the manifest has at an address which is not allowed, for it is not https.
    func publish(
        version: Int = 1, misbehavior: String = "", faults: [String: Fault] = [:], insecure: String? = nil
    ) async throws {
        try await expectSuccess(
            ProgramRun.run(
                Self.folder + "/Scripts/make-sessions.py",
                [world.folder.path("site"), server.url(""), plain.url(""), "\(version)"],
                environment: ["PATH": "/usr/bin:/bin", "MISBEHAVIOR": misbehavior]))
        for name in try files() {
            var bytes = try Data(contentsOf: URL(fileURLWithPath: world.folder.path("site/" + name)))
            if let insecure, name == "manifest.json" {
                let address = "/\(insecure).video"
                bytes = Data(
                    String(decoding: bytes, as: UTF8.self).replacing(server.url(address), with: plain.url(address)).utf8
                )
            }
            server.serve("/" + name, [UInt8](bytes), faults: faults[name].map { [$0] } ?? [])
            if !name.hasSuffix(".video") { plain.serve("/" + name, [UInt8](bytes)) }
        }
    }

    /// Has the server of the videos answer nothing but that it has trouble.
    func goOffline() throws { for name in try files() { server.serve("/" + name, [], faults: [.status(503)]) } }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: world.folder.path("site"))
    }

    /// A program of the example.
    static func program(_ name: String) -> String { folder + "/.build/debug/" + name }

    /// Makes the bundle.
    func makeApp(
        build: Int = 1, information: String = "Info.plist", downloader: String = "SessionsDownloader"
    ) async throws {
        let plist = try String(contentsOfFile: Self.folder + "/Sources/After/Sessions/" + information, encoding: .utf8)
            .replacing("https://localhost:8444", with: server.url(""))
            .replacing("http://localhost:8445", with: plain.url(""))
            .replacing("<string>localhost</string>", with: "<string>127.0.0.1</string>")
            .replacing("<string>1</string>", with: "<string>\(build)</string>")
        try world.folder.write(plist, to: "Info.plist")
        try? FileManager.default.removeItem(atPath: world.folder.path("Sessions.app"))
        try await expectSuccess(
            world.ba(
                "bundle", "--executable", Self.program("Sessions"), "--extension-executable", Self.program(downloader),
                "--info", world.folder.path("Info.plist"), "-o", world.folder.path("Sessions.app")))
    }

    /// Installs it, with all its videos there but one, which is on its way.
    func installWithOneOnItsWay() async throws {
        try await publish(faults: ["404.video": .stall(after: 5_000_000)])
        try await makeApp()
        _ = try await install()
        try await waitUntilOneIsOnItsWay()
    }

    func waitUntilOneIsOnItsWay() async throws {
        try await waitForVideos(["101", "202", "303", "505"])
        await server.wait { $0.stalledCount == 1 }
    }

    func install() async throws -> ProgramRun {
        try expectSuccess(try await world.ba("install", "Sessions.app", "--yes"))
    }

    /// Opens the app, and returns when it has ended.
    func play(_ arguments: String...) async throws -> ProgramRun {
        try expectSuccess(try await world.run("ba", ["launch", Self.bundleID, "--"] + arguments))
    }

    /// Opens the app, which has to fail.
    func playInVain(_ arguments: String...) async throws -> ProgramRun {
        let run = try await world.run("ba", ["launch", Self.bundleID, "--"] + arguments)
        #expect(run.status != 0, "\(run.output)\(run.errors)")
        return run
    }

    /// Opens the app, and runs `body` while it lives.
    func withApp(
        _ arguments: [String] = [], _ body: (_ output: () -> [String]) async throws -> Void
    ) async throws {
        try await world.withProgram("ba", ["launch", Self.bundleID, "--"] + arguments, body: body)
    }

    /// The process of the app that runs; nil while there is none.
    func appProcess() throws -> pid_t? { try world.processes(of: "Sessions").first }

    private func path(of video: String) -> String {
        world.folder.path("s") + "/groups/group.com.example.sessions/Library/Caches/\(video).video"
    }

    func isHere(_ video: String) -> Bool { FileManager.default.fileExists(atPath: path(of: video)) }

    func waitForVideos(_ videos: [String] = sessions) async throws {
        for video in videos { try await eventually { isHere(video) } }
    }
}
