// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Apps that are installed from a host: which build, and which packs with it.
@Suite("Builds that a host hands out", .serialized, .timeLimit(.minutes(4))) struct BuildDeliveryTests {
    private static let architecture = "x86_64"

    /// - Returns: nil for a build that is not installed.
    private func receipt(_ host: ServingHost, build: Int) throws -> String? {
        let folder = host.folder.path("device/apps/\(HostedDevice.bundleID)")
        let versions = try FileManager.default.contentsOfDirectory(atPath: folder)
        guard let version = versions.first(where: { $0.hasPrefix("1.0-\(build)") }) else { return nil }
        return try String(
            contentsOfFile: "\(folder)/\(version)/\(HostedDevice.bundleID).app/Receipt.plist", encoding: .utf8)
    }

    @Test("C13: a build gets the packs of the context it came from, and those of another one through that")
    func contexts() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app(policy: "automatic")
            let first = try await host.upload("Tutorial", of: appID)
            _ = try await host.processed(first.versionID)
            try await host.submitForBeta(first.versionID)
            let second = try await host.uploadNext("Tutorial", of: first.packID, text: "two")
            _ = try await host.processed(second)
            let address = "\(host.url)/apps/\(HostedDevice.bundleID)"
            try await HostedDevice.with(host) { device in
                let build = try await host.uploadBuild(try await device.makeArchive(), of: appID)
                let processed = try await host.processedBuild(build)
                #expect(processed.string("data/attributes/state") == "COMPLETE", "\(processed.text)")
                #expect(processed.string("data/attributes/version") == "1.0")
                // External testers have none yet.
                let early = try await host.send("GET", "/apps/\(HostedDevice.bundleID)?context=external")
                #expect(early.status == 404 && early.text.contains("no build"), "\(early.text)")
                try await device.ba("install", address + "?context=internal")
                let examined = try await device.run("doctor", HostedDevice.bundleID)
                #expect(examined.status == 0 && examined.output.contains("answers with a manifest"), "\(examined)")
                #expect(try receipt(host, build: 1)?.contains("<string>\(address)/internal</string>") == true)
                try await device.ba("pack", "get", "--app", HostedDevice.bundleID, "Tutorial")
                #expect(try await device.localVersion("Tutorial") == 2)
                // The same build through another context gets that one's version, without being asked.
                try await host.submitBuildForBeta(build)
                let switched = try await device.ba("install", address + "?context=external")
                #expect(switched.errors.contains("come from \(address)/external from now on"), "\(switched)")
                #expect(try receipt(host, build: 1)?.contains("<string>\(address)/external</string>") == true)
                _ = try await eventualValue { try await device.localVersion("Tutorial") == 1 ? true : nil }
                #expect(try device.text(of: "a.txt", in: "Tutorial", version: 1) == "one")
                // It keeps following the context that it came from: a newer build there is an update, another's is not.
                let next = try await host.uploadBuild(try await device.makeArchive(build: 2), of: appID)
                _ = try await host.processedBuild(next)
                try await device.ba("update", HostedDevice.bundleID)
                #expect(try receipt(host, build: 2) == nil)
                try await host.submitBuildForBeta(next)
                try await device.ba("update", HostedDevice.bundleID)
                #expect(try receipt(host, build: 2)?.contains("<string>\(address)/external</string>") == true)
            }
        }
    }

    @Test(
        "C13: the reviewer's device gets the app and the packs that are submitted, and what others get after the verdict"
    )
    func reviewer() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app(policy: "one-reviewer")
            let first = try await host.upload("Tutorial", of: appID)
            _ = try await host.processed(first.versionID)
            try await HostedDevice.with(host) { device in
                let build = try await host.uploadBuild(try await device.makeArchive(), of: appID)
                _ = try await host.processedBuild(build)
                let id = try await host.submit(versions: [first.versionID], build: build, of: appID)
                let address = "\(host.url)/apps/\(HostedDevice.bundleID)"
                let early = try await device.run("install", address + "?context=appstore")
                #expect(
                    early.status != 0
                        && early.errors.contains("404: no build of \(HostedDevice.bundleID) has been released"),
                    "\(early)")
                try await device.ba("install", address + "?context=review-\(id)")
                #expect(try receipt(host, build: 1)?.contains("<string>\(address)/review-\(id)</string>") == true)
                try await device.ba("pack", "get", "--app", HostedDevice.bundleID, "Tutorial")
                #expect(try await device.localVersion("Tutorial") == 1)
                #expect(try await host.ba("review", "approve", id).status == 0)
                // The next one is not reviewed: this device is one of everybody's now.
                let second = try await host.uploadNext("Tutorial", of: first.packID, text: "two")
                _ = try await host.processed(second)
                try await device.ba("pack", "check", HostedDevice.bundleID)
                #expect(try await device.localVersion("Tutorial") == 1)
                let next = try await host.submit(versions: [second], build: nil, of: appID)
                #expect(try await host.ba("review", "approve", next).status == 0)
                try await device.ba("pack", "check", HostedDevice.bundleID)
                _ = try await eventualValue { try await device.localVersion("Tutorial") == 2 ? true : nil }
                let none = try await device.run("install", address + "?context=review-x")
                #expect(none.status != 0 && none.errors.contains("or it has no submission x"), "\(none)")
            }
        }
    }

    @Test("A private app is installed by its address with a token, and updated, and its packs come by it, too")
    func privateApp() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app(policy: "automatic")
            _ = try await host.processed(try await host.upload("Tutorial", of: appID).versionID)
            func command(_ arguments: String...) async throws -> String {
                let run = try await ServingHost.ba(arguments, host.folder)
                try #require(run.status == 0, "\(run.errors)")
                return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            _ = try await command("app", "set", HostedDevice.bundleID, "--private")
            let token = try await command("device-token", "create", HostedDevice.bundleID, "--name", "test")
            let address = "\(host.url)/apps/\(HostedDevice.bundleID)?context=internal"
            try await HostedDevice.with(host) { device in
                let build = try await host.uploadBuild(try await device.makeArchive(), of: appID)
                _ = try await host.processedBuild(build)
                let none = try await device.run("install", address)
                #expect(none.status == 77 && none.errors.contains("401"), "\(none)")
                let wrong = try host.folder.write("badt_none\n", to: "wrong")
                let refused = try await device.run("install", address, "--token-file", wrong)
                #expect(refused.status == 77 && refused.errors.contains("that is no token of a device"), "\(refused)")
                let right = try host.folder.write(token + "\n", to: "right")
                try await device.ba("install", address, "--token-file", right)
                #expect(try receipt(host, build: 1)?.contains("<string>\(token)</string>") == true)
                try await device.ba("pack", "get", "--app", HostedDevice.bundleID, "Tutorial")
                #expect(try device.text(of: "a.txt", in: "Tutorial", version: 1) == "one")
                let next = try await host.uploadBuild(try await device.makeArchive(build: 2), of: appID)
                _ = try await host.processedBuild(next)
                try await device.ba("update", HostedDevice.bundleID)
                #expect(try receipt(host, build: 2)?.contains("<string>\(token)</string>") == true)
                #expect(try await !device.ba("logs").output.contains(token))
            }
        }
    }

    @Test("What devices cannot get is told: no such app, context or processor, and a build that is of no use")
    func problems() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let path = "/apps/\(HostedDevice.bundleID)"
            for (path, status, text) in [
                ("/apps/com.example.other", 404, "com.example.other"), (path, 404, "no build"),
                (path + "?context=beta", 400, "internal, external, appstore, and review-ID"),
                (path + "?context=appstore&context=internal", 400, "must be one, and 2 are given"),
                (path + "?context=review-1", 404, "submission 1"), (path + "?context=review-", 400, "review-ID"),
            ] {
                let answer = try await host.send("GET", path)
                #expect(answer.status == status && answer.text.contains(text), "\(path): \(answer.text)")
            }
            try await HostedDevice.with(host) { device in
                let archive = try await device.makeArchive()
                let build = try await host.uploadBuild(archive, of: appID)
                #expect(try await host.processedBuild(build).string("data/attributes/state") == "COMPLETE")
                let bytes = try Data(contentsOf: URL(fileURLWithPath: host.folder.path(archive)))
                let address = "\(path)?context=internal"
                #expect(try await host.fetch(host.url + address) == bytes)
                #expect(try await host.fetch("\(host.url)\(address)&architecture=\(Self.architecture)") == bytes)
                let other = try await host.send("GET", address + "&architecture=riscv64")
                #expect(other.status == 404 && other.text.contains(Self.architecture), "\(other.text)")
                let again = try await host.uploadBuild(archive, of: appID)
                let refused = try await host.processedBuild(again)
                #expect(refused.string("data/attributes/state") == "FAILED")
                #expect(refused.string("data/attributes/stateDetails/errors/0/code") == "BUILD_NUMBER_USED")
                let list = try await host.ba("build", "list", HostedDevice.bundleID)
                #expect(
                    list.output.contains("1.0 (1)") && list.output.contains("internal")
                        && list.output.contains("BUILD_NUMBER_USED"), "\(list.output)")
                let restored = try await host.ba("build", "restore", build, "--context", "appstore")
                #expect(restored.status != 0 && restored.errors.contains("never released in appstore"), "\(restored)")
            }
        }
    }
}
