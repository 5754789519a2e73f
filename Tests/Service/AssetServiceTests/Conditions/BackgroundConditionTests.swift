// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import BackgroundAssets
import Foundation
import FoundationNetworking
import Glibc
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

/// What a person, or the device, allows in the background: a real service, server and extension.
@Suite("Conditions of the background", .timeLimit(.minutes(5))) struct BackgroundConditionTests {
    private let bytes: [UInt8] = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

    private func with(isManaged: Bool = true, _ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: isManaged) { world in
            for name in ["s1", "s2"] { world.server.serve("/" + name, bytes) }
            try await body(world)
        }
    }

    private func set(_ name: String, _ value: String?, app: Bool = false, _ world: ServiceWorld) async throws {
        _ = try await world.call(
            ControlInterface.SetSetting(name: name, value: value, bundleID: app ? ServiceWorld.bundleID : nil))
    }

    private func explanation(of name: String, _ world: ServiceWorld) async throws -> Explanation? {
        try await world.call(DownloadsInterface.Explain(id: name)).explanations.first
    }

    @Test(
        "B12: downloads wait that nothing may fetch in the background, say why, and go on; those in front do not wait",
        arguments: [
            ("low-power-mode", "on", false), ("background-refresh", "off", false), ("background-refresh", "off", true),
        ])
    func downloadsWait(_ name: String, _ value: String, isOfApp: Bool) async throws {
        try await with { world in
            try await world.install()
            world.server.serve("/s1", bytes, faults: [.stall(after: 50_000)])
            try await world.schedule(world.file("s1"))
            await world.server.wait { $0.stalledCount == 1 }
            world.clock.advance(by: 100)
            let since = world.clock.now
            try await set(name, value, app: isOfApp, world)
            let waiting = try await world.wait { try await world.files().first { $0.state == .waiting } }
            #expect(
                waiting.waiting?.contains(name == "low-power-mode" ? "Low Power Mode" : "background refresh") == true)
            world.clock.advance(by: 50)
            let explanation = try await explanation(of: "s1", world)
            #expect(explanation?.since == since)
            #expect(explanation?.endsWhen?.contains("ba settings") == true)
            // What a person waits for is not held up.
            let manager = try await world.manager()
            try manager.startForegroundDownload(
                BAURLDownload(
                    identifier: "s2", request: URLRequest(url: try #require(URL(string: world.server.url("/s2")))),
                    essential: false, fileSize: 0, applicationGroupIdentifier: ServiceWorld.groupID, priority: .default)
            )
            _ = try await world.wait { try await world.files().contains { $0.file.identifier == "s2" } ? nil : true }
            #expect(try await world.files().map(\.state) == [.waiting])
            try await world.restart()
            #expect(try await world.files().map(\.state) == [.waiting])
            world.server.release()
            try await set(name, nil, app: isOfApp, world)
            try await world.waitForNoFiles()
            _ = try await world.wait { world.cached("s1.finished") }
        }
    }

    @Test("B12: an extension is not told of ends while it may not run, and is told when it may")
    func endsWait() async throws {
        try await with { world in
            try await world.install()
            world.server.serve("/s1", bytes, faults: [.stall(after: 50_000)])
            let app = try await world.manager()
            try app.startForegroundDownload(
                BAURLDownload(
                    identifier: "s1", request: URLRequest(url: try #require(URL(string: world.server.url("/s1")))),
                    essential: false, fileSize: 0, applicationGroupIdentifier: ServiceWorld.groupID, priority: .default)
            )
            await world.server.wait { $0.stalledCount == 1 }
            try await set("background-refresh", "off", world)
            world.server.release()
            try await world.waitForNoFiles()
            #expect(world.cached("s1.finished") == nil)
            try await set("background-refresh", "on", world)
            _ = try await world.wait { world.cached("s1.finished") }
        }
    }

    @Test("B12: whoever schedules for the background in Low Power Mode is told so, and begins in front all the same")
    func prohibitedInLowPower() async throws {
        try await with { world in
            try await world.install()
            world.server.serve("/s1", bytes)
            try await set("low-power-mode", "on", world)
            let manager = try await world.manager()
            let download = BAURLDownload(
                identifier: "s1", request: URLRequest(url: try #require(URL(string: world.server.url("/s1")))),
                essential: false, fileSize: 0, applicationGroupIdentifier: ServiceWorld.groupID, priority: .default)
            let error = #expect(throws: NSError.self) { try manager.scheduleDownload(download) }
            #expect(error?.domain == BAErrorDomain && error?.code == 111)
            #expect(error?.localizedDescription.contains("Low Power Mode") == true)
            try manager.startForegroundDownload(download)
            try await world.waitForNoFiles()
        }
    }

    @Test("Whoever schedules for the background while background refresh is off is told so") func prohibited()
        async throws
    {
        try await with { world in
            try await world.install()
            try await set("background-refresh", "off", app: true, world)
            let manager = try await world.manager()
            let download = BAURLDownload(
                identifier: "s1", request: URLRequest(url: try #require(URL(string: world.server.url("/s1")))),
                essential: false, fileSize: 0, applicationGroupIdentifier: ServiceWorld.groupID, priority: .default)
            let error = #expect(throws: NSError.self) { try manager.scheduleDownload(download) }
            #expect(error?.domain == BAErrorDomain)
            #expect(error?.code == BAErrorCode.downloadBackgroundActivityProhibited.rawValue)
            // Of another app, it is on.
            #expect(
                try await world.call(ControlInterface.Settings()).settings.contains {
                    $0.name == "background-refresh" && $0.value == "on"
                })
            try await set("background-refresh", nil, app: true, world)
            try manager.scheduleDownload(download)
            try await world.waitForNoFiles()
        }
    }

    @Test("B12: an extension that runs before the first launch schedules nothing once in-app content is off")
    func beforeTheFirstLaunch() async throws {
        try await with(isManaged: false) { world in
            world.server.serve("/Barred", bytes, faults: [.stall(after: 0)])
            world.serveContent(["Barred -"])
            try await world.install()
            await world.server.wait { $0.stalledCount == 1 }
            try FileManager.default.createDirectory(atPath: world.caches, withIntermediateDirectories: true)
            try #require(mkfifo(world.caches + "/gate", 0o600) == 0)
            world.server.release()
            _ = try await world.wait { world.cached("Barred.woken") }
            try await set("in-app-content", "off", world)
            try #require(FileHandle(forWritingAtPath: world.caches + "/gate")).close()
            let code = BAErrorCode.sessionDownloadNotPermittedBeforeAppLaunch
            #expect(try await world.wait { world.cached("Barred.scheduled") } == "\(code.rawValue)")
            #expect(!world.server.requests.contains { $0.path == "/another" })
            // The app itself may: it has been launched then.
            let manager = try await world.manager()
            try manager.scheduleDownload(
                BAURLDownload(
                    identifier: "s1", request: URLRequest(url: try #require(URL(string: world.server.url("/s1")))),
                    essential: false, fileSize: 0, applicationGroupIdentifier: ServiceWorld.groupID,
                    priority: .default))
        }
    }

    @Test(
        "B12: an app is installed without its content while its extension may not run, and can be launched at once",
        arguments: [("in-app-content", "off"), ("low-power-mode", "on"), ("background-refresh", "off")])
    func installation(_ name: String, _ value: String) async throws {
        try await with(isManaged: false) { world in
            world.serveContent(["s1 essential", "s2 -"])
            try await set(name, value, world)
            let last = try await world.install()
            #expect(last?.phase == .finished)
            #expect(last?.detail?.contains("may not run now") == true, "\(last?.detail ?? "-")")
            #expect(!world.server.requests.contains { $0.path == "/content" })
            #expect(world.cached("request") == nil)
            _ = try await world.call(AppsInterface.Launch(bundleID: ServiceWorld.bundleID))
            if name == "in-app-content" {
                // After the first launch it may.
                try await world.app().close()
            } else {
                try await set(name, nil, world)
            }
            // At once, and not with the next check.
            #expect(try await world.wait { world.cached("request") } == "\(BAContentRequest.install.rawValue)")
        }
    }

    @Test("Only what can be set for one app is, and it goes with the app") func settingsOfApps() async throws {
        try await with { world in
            try await world.install()
            let error = await #expect(throws: ServiceError.self) {
                try await set("idle-timeout", "5", app: true, world)
            }
            #expect(error?.code == .settingInvalid)
            let unknown = await #expect(throws: ServiceError.self) {
                _ = try await world.call(
                    ControlInterface.SetSetting(name: "background-refresh", value: "off", bundleID: "com.example.none"))
            }
            #expect(unknown?.code == .appNotFound)
            func own() async throws -> [String] {
                try await world.call(ControlInterface.Settings(bundleID: ServiceWorld.bundleID)).settings
                    .map { "\($0.name)=\($0.value)" }
            }
            try await set("background-refresh", "off", app: true, world)
            #expect(try await own() == ["background-refresh=off"])
            try await world.restart()
            #expect(try await own() == ["background-refresh=off"])
            _ = try await world.call(AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false))
            try await world.install()
            #expect(try await own() == ["background-refresh=on"])
        }
    }
}
