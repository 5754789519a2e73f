// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import SystemSupport
import Testing

/// The service when its own executable is replaced under it.
@Suite(.timeLimit(.minutes(5)))
struct ServiceReplacementTests {
    @Test("A replaced service goes on as the new one, and nobody notices") func aReplacedServiceGoesOn() async throws {
        try await World.with { world in
            let executable = world.folder.path("bin/backgroundassetsd")
            func place() throws {
                // As package managers do: written beside, and renamed over.
                try? FileManager.default.createDirectory(
                    atPath: world.folder.path("bin"), withIntermediateDirectories: true)
                try FileManager.default.copyItem(
                    atPath: ProgramRun.programs + "/backgroundassetsd", toPath: executable + ".new")
                #expect(rename(executable + ".new", executable) == 0)
            }
            func status() async throws -> [String: Any] {
                let run = try await expectSuccess(world.ba("service", "status", "--json"))
                return try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any] ?? [:]
            }
            try place()
            world.additions["BACKGROUND_ASSETS_SERVICE_EXECUTABLE"] = executable
            try await FaultServer.with { server async throws in
                try world.folder.write(server.authorityPEM, to: "ca.pem")
                try await expectSuccess(world.ba("trust", "ca.pem"))
                server.serve(
                    "/Game.tar", SampleApp.tar(size: 4_000_000).bytes, faults: [.stall(after: 2_000_000)])
                let (url, other) = (server.url("/Game.tar"), world)
                // A client that is in the midst of something.
                async let installing = other.ba("install", url)
                _ = try await world.wait("the installation to begin") { try await world.app() != nil ? true : nil }
                let before = try await status()["processID"] as? Int
                let file = try FileManager.default.attributesOfItem(atPath: executable)[.systemFileNumber] as? UInt64
                try place()
                let after = try await world.wait("the new service") {
                    world.serviceLog.components(separatedBy: " started ").count == 3 ? try await status() : nil
                }
                // The process is the same one, and what it executes is the new file.
                #expect(after["processID"] as? Int == before)
                let running = FileStatus(resolving: "/proc/\(before ?? 0)/exe")
                let new = try FileManager.default.attributesOfItem(atPath: executable)[.systemFileNumber] as? UInt64
                #expect(running != nil && running?.identity.inode == new && new != file)
                server.release()
                let run = try await installing
                try expectSuccess(run)
                #expect(try await world.game("x") == ["version 1.0"])
                #expect(after["activation"] as? String == "on-demand")
                // There is still one service only, and it can be stopped.
                try await expectSuccess(world.ba("service", "stop"))
                _ = try await world.wait("its end") { kill(pid_t(before ?? 0), 0) != 0 ? true : nil }
                let left = FileManager.default.fileExists(atPath: world.folder.path("s/run/service.socket"))
                #expect(!left)
            }
        }
    }
}
