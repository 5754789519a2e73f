// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation

/// The program of Tests/Fixtures/CClient, compiled as its users compile theirs.
enum CClient {
    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .path
    static let fixtures = repository + "/Tests/Fixtures/CClient"
    static let header = repository + "/Sources/Frameworks/CBackgroundAssets/include"

    /// Lays out header, library, downloader extension and pkg-config file as they are installed.
    static func install(in world: World) throws {
        let manager = FileManager.default
        for folder in ["lib/pkgconfig", "include", "libexec/background-assets"] {
            try manager.createDirectory(atPath: world.folder.path(folder), withIntermediateDirectories: true)
        }
        let links = [
            "lib/libbackgroundassets.so": ProgramRun.programs + "/libbackgroundassets.so",
            "lib/libbackgroundassets.so.1": ProgramRun.programs + "/libbackgroundassets.so",
            "include/background_assets.h": header + "/background_assets.h",
            "libexec/background-assets/managed-downloader": ProgramRun.programs + "/managed-downloader",
        ]
        for (name, target) in links {
            try manager.createSymbolicLink(atPath: world.folder.path(name), withDestinationPath: target)
        }
        let template = try String(
            contentsOfFile: repository + "/packaging/background-assets.pc.in", encoding: .utf8)
        try world.folder.write(
            template.replacing("@PREFIX@", with: world.folder.path).replacing("@VERSION@", with: "1.0.0"),
            to: "lib/pkgconfig/background-assets.pc")
    }

    /// Compiles the program.
    static func compile(in world: World) async throws {
        try install(in: world)
        let sources = try FileManager.default.contentsOfDirectory(atPath: fixtures).filter { $0.hasSuffix(".c") }
        try await expectSuccess(
            ProgramRun.run(
                "/usr/bin/cc",
                ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-pthread", "-g", "-I", header]
                    + sources.sorted().map { "\(fixtures)/\($0)" } + [
                        "-o", world.folder.path("client"), "-L", world.folder.path("lib"), "-lbackgroundassets",
                        "-Wl,-rpath," + world.folder.path("lib"),
                    ]))
    }

    /// The library under the name that a program asks for.
    static func library(in world: World) -> String { world.folder.path("lib/libbackgroundassets.so.1") }
}

extension World {
    /// Runs the program as the app's; its lines.
    func client(_ arguments: String...) async throws -> [String] {
        let run = try await ProgramRun.run(
            "ba", ["run", "--app", Self.bundleID, "--", folder.path("client")] + arguments, environment: environment,
            directory: folder.path)
        return (run.output + run.errors).split(separator: "\n").map(String.init)
            + (run.status == 0 ? [] : ["status \(run.status)"])
    }

    /// Runs the program as the app's; does `body` when it has printed `line`, and waits for its end.
    func client(_ arguments: String..., until line: String, _ body: () async throws -> Void) async throws -> [String] {
        let name = "client-\(UUID().uuidString)"
        try folder.write("", to: name)
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: ProgramRun.programs + "/ba")
        process.arguments = ["run", "--app", Self.bundleID, "--", folder.path("client")] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        process.standardOutput = FileHandle(forWritingAtPath: folder.path(name))
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let lines = {
            try String(contentsOfFile: folder.path(name), encoding: .utf8).split(separator: "\n").map(String.init)
        }
        do {
            _ = try await wait("the client to print \(line)") {
                // One that has ended prints nothing more.
                if !process.isRunning { return true }
                return try lines().contains(line) ? true : nil
            }
            try await body()
        } catch {
            process.terminate()
            throw error
        }
        process.waitUntilExit()
        return try lines()
    }

    /// Runs the program as nobody's.
    func strangeClient(_ arguments: String..., environment: [String: String] = [:]) async throws -> [String] {
        let run = try await ProgramRun.run(
            folder.path("client"), arguments, environment: self.environment.merging(environment) { _, new in new },
            directory: folder.path)
        return (run.output + run.errors).split(separator: "\n").map(String.init)
            + (run.status == 0 ? [] : ["status \(run.status)"])
    }
}
