// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import AssetTestSupport
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import AssetService

/// Manifests that cannot be had, by checks of apps that are installed.
@Suite("Failed manifests", .timeLimit(.minutes(5))) struct FailedManifestTests {
    private func with(isManaged: Bool, _ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: isManaged) { world in
            if !isManaged { world.server.serve("/content", []) }
            try await world.install()
            world.clock.advance(by: 1)
            try await body(world)
        }
    }

    /// Asks for the manifest, as `ba update` does.
    private func look(_ world: ServiceWorld, isManaged: Bool) async throws {
        if isManaged {
            _ = try await world.check()
        } else {
            _ = try await world.call(FilesInterface.RequestContent(bundleID: ServiceWorld.bundleID))
        }
    }

    private func told(_ world: ServiceWorld) async throws -> Explanation? {
        try await world.explain(ServiceWorld.bundleID).first {
            $0.subject == "the manifest of \(ServiceWorld.bundleID)"
        }
    }

    @Test(
        "6: why a manifest could not be had, and when it is asked for again, is known to the next run of the service at once",
        arguments: [false, true])
    func afterARestart(isManaged: Bool) async throws {
        try await with(isManaged: isManaged) { world in
            let path = isManaged ? "/manifest" : "/content"
            world.server.serve(path, [], finally: .status(404))
            let start = world.clock.now
            await #expect(throws: ServiceError.self) { try await look(world, isManaged: isManaged) }
            let next = start + CheckSchedule.firstRetry
            let told = try await world.wait { () -> Explanation? in
                try await self.told(world).flatMap { $0.nextAttempt == next ? $0 : nil }
            }
            #expect(told.condition == .notFound && told.since == start, "\(told)")
            world.clock.advance(by: 10)
            try await world.restart()
            #expect(try await self.told(world) == told)
            // What a server has refused it is not asked for at each start.
            _ = try await world.wait { world.clock.isAwaited(next) ? true : nil }
            let count = { world.server.requests.filter { $0.path == path }.count }
            #expect(count() == 2)
            world.clock.advance(by: 50)
            _ = try await world.wait { try await self.told(world)?.nextAttempt == next + 120 ? true : nil }
            #expect(count() == 3)
            if isManaged { world.change { _ in } } else { world.server.serve(path, []) }
            try await look(world, isManaged: isManaged)
            // It may be under way again, for the service looks by itself, too.
            try await eventually { try await self.told(world) == nil }
            try await world.restart()
            try await eventually { try await self.told(world) == nil }
        }
    }

    @Test("B8: the extension hears once of a manifest that cannot be had, however often the service starts")
    func oneEnd() async throws {
        try await with(isManaged: false) { world in
            world.server.serve("/content", [], finally: .status(503))
            await #expect(throws: ServiceError.self) { try await look(world, isManaged: false) }
            _ = try await world.wait { world.cached("BAManifestURL.failed-by-system") }
            try await world.waitForNoEndings()
            try await world.restart()
            let before = world.clock.now
            await #expect(throws: ServiceError.self) { try await look(world, isManaged: false) }
            #expect(try await world.storedEndings() == 0)
            #expect(try await self.told(world).map { $0.since.map { $0 <= before } == true } == true)
        }
    }

    @Test("6: a connection that could not be made is tried at each start, and counts with those before")
    func connections() async throws {
        try await with(isManaged: false) { world in
            world.server.serve("/content", [], finally: .closing)
            let start = world.clock.now
            await #expect(throws: ServiceError.self) { try await look(world, isManaged: false) }
            _ = try await world.wait {
                try await self.told(world)?.nextAttempt == start + CheckSchedule.firstRetry ? true : nil
            }
            world.clock.advance(by: 10)
            try await world.restart()
            // Nobody waits for the time that was set before.
            #expect(try await self.told(world)?.nextAttempt != start + CheckSchedule.firstRetry)
            let told = try await world.wait { () -> Explanation? in
                try await self.told(world).flatMap { $0.nextAttempt == start + 10 + 120 ? $0 : nil }
            }
            #expect(told.condition == .noConnection && told.since == start, "\(told)")
        }
    }

    @Test("6: a server that says when it wants to be asked again is asked then, over a restart, too") func retryAfter()
        async throws
    {
        try await with(isManaged: false) { world in
            world.server.serve("/content", [], finally: .status(503, headers: [("Retry-After", "3600")]))
            let start = world.clock.now
            await #expect(throws: ServiceError.self) { try await look(world, isManaged: false) }
            let told = try await world.wait { () -> Explanation? in
                try await self.told(world).flatMap { $0.nextAttempt == start + 3_600 ? $0 : nil }
            }
            #expect(told.condition == .serverError)
            let count = { world.server.requests.filter { $0.path == "/content" }.count }
            let before = count()
            world.clock.advance(by: 120)
            try await world.restart()
            #expect(try await self.told(world) == told)
            _ = try await world.wait { world.clock.isAwaited(start + 3_600) ? true : nil }
            #expect(count() == before)
            world.clock.advance(by: 3_480)
            _ = try await world.wait { count() == before + 1 ? true : nil }
        }
    }

    @Test(
        "6: a manifest that could not be had for the way to its server is asked for as soon as another one is set",
        arguments: [Explanation.Condition.serverUntrusted, .proxy])
    func waysToTheServer(condition: Explanation.Condition) async throws {
        try await with(isManaged: false) { world in
            if condition == .proxy {
                _ = try await world.call(
                    ControlInterface.SetSetting(name: "proxy", value: "http://127.0.0.1:1"))
            } else {
                let trusted = try await world.call(ControlInterface.TrustedCertificates()).certificates
                for certificate in trusted {
                    _ = try await world.call(ControlInterface.Distrust(fingerprint: certificate.fingerprint))
                }
            }
            await #expect(throws: ServiceError.self) { try await look(world, isManaged: false) }
            let told = try await world.wait { () -> Explanation? in
                try await self.told(world).flatMap { $0.nextAttempt == nil ? nil : $0 }
            }
            #expect(told.condition == condition, "\(told)")
            // The clock stands still: nothing else has it asked for.
            if condition == .proxy {
                _ = try await world.call(ControlInterface.SetSetting(name: "proxy", value: "off"))
            } else {
                _ = try await world.call(ControlInterface.Trust(pem: world.server.authorityPEM))
            }
            _ = try await world.wait { try await self.told(world) == nil ? true : nil }
        }
    }

    @Test("6: no next try of a manifest is told while background refresh is off, but what has it tried again")
    func heldChecks() async throws {
        try await with(isManaged: false) { world in
            world.server.serve("/content", [], finally: .status(404))
            await #expect(throws: ServiceError.self) { try await look(world, isManaged: false) }
            // Not the daily check, which is what comes next until the failure is on record.
            let next = try await world.wait { () -> Double? in
                try await self.told(world)?.nextAttempt.flatMap {
                    $0 <= world.clock.now + CheckSchedule.firstRetry ? $0 : nil
                }
            }
            _ = try await world.call(ControlInterface.SetSetting(name: "background-refresh", value: "off"))
            let told = try #require(try await self.told(world))
            #expect(told.condition == .notFound && told.nextAttempt == nil, "\(told)")
            #expect(told.endsWhen?.contains("background-refresh on") == true, "\(told)")
            _ = try await world.call(ControlInterface.SetSetting(name: "background-refresh", value: "on"))
            #expect(try await self.told(world)?.nextAttempt == next)
        }
    }

    @Test("6: since when a manifest cannot be had is since it is for that reason", arguments: [false, true])
    func changedReason(isManaged: Bool) async throws {
        try await with(isManaged: isManaged) { world in
            let path = isManaged ? "/manifest" : "/content"
            let start = world.clock.now
            for (status, condition) in [
                (404, Explanation.Condition.notFound), (503, .serverError), (503, .serverError),
            ] {
                world.server.serve(path, [], finally: .status(status))
                await #expect(throws: ServiceError.self) { try await look(world, isManaged: isManaged) }
                let told = try #require(try await told(world))
                #expect(told.condition == condition && told.since == (status == 404 ? start : start + 10), "\(told)")
                world.clock.advance(by: 10)
            }
        }
    }

    @Test(
        "6: a server that is silent when it is asked for a manifest, and how that went the last time",
        arguments: [false, true])
    func silence(isManaged: Bool) async throws {
        try await with(isManaged: isManaged) { world in
            let path = isManaged ? "/manifest" : "/content"
            world.server.serve(path, [], finally: .status(404))
            await #expect(throws: ServiceError.self) { try await look(world, isManaged: isManaged) }
            let failed = world.clock.now
            world.clock.advance(by: 5)
            world.server.serve(path, [1], finally: Fault.stall(after: 0).and(.cut(after: 0)))
            let connection = try VarlinkConnection(path: world.location.socketPath)
            let looked = Task {
                defer { connection.close() }
                if isManaged {
                    _ = try await ServiceWorld.call(
                        PacksInterface.CheckForUpdates(bundleID: ServiceWorld.bundleID, callID: "look"), on: connection)
                } else {
                    _ = try await ServiceWorld.call(
                        FilesInterface.RequestContent(bundleID: ServiceWorld.bundleID), on: connection)
                }
            }
            await world.server.wait { $0.stalledCount == 1 }
            let asked = try #require(try await told(world))
            #expect(asked.state == "downloading" && asked.condition == .notFound && asked.since == failed, "\(asked)")
            #expect(asked.nextAttempt == nil && asked.endsWhen == "its server answers", "\(asked)")
            world.clock.advance(by: 1)
            let silent = try #require(try await told(world))
            #expect(silent.condition == .serverSilent && silent.since == failed + 5, "\(silent)")
            #expect(silent.reason.contains("the last try failed") && silent.endsWhen?.contains("none for") == true)
            world.server.release()
            await #expect(throws: ServiceError.self) { try await looked.value }
            #expect(try await told(world)?.state == "failed")
        }
    }

    @Test("6: a manifest that is coming for a check is told of, since when, and how much", arguments: [false, true])
    func comingManifest(isManaged: Bool) async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: isManaged) { world in
            if !isManaged { world.serveContent([]) }
            try await world.install()
            let path = isManaged ? "/manifest" : "/content"
            world.server.serve(
                path, [UInt8](repeating: UInt8(ascii: "\n"), count: 50_000), finally: .stall(after: 20_000))
            let start = world.clock.now
            let connection = try VarlinkConnection(path: world.location.socketPath)
            let check = Task {
                defer { connection.close() }
                if isManaged {
                    _ = try await ServiceWorld.call(
                        PacksInterface.CheckForUpdates(bundleID: ServiceWorld.bundleID, callID: "look"), on: connection)
                } else {
                    _ = try await ServiceWorld.call(
                        FilesInterface.RequestContent(bundleID: ServiceWorld.bundleID), on: connection)
                }
            }
            await world.server.wait { $0.stalledCount == 1 }
            let coming = try await world.wait { () -> Explanation? in
                try await told(world).flatMap { $0.reason.contains("20 kB") ? $0 : nil }
            }
            #expect(coming.state == "downloading" && coming.condition == nil && coming.since == start, "\(coming)")
            world.server.release()
            // What comes of it is no manifest, for managed packs.
            _ = await check.result
            _ = try await world.wait { () -> Bool? in try await told(world)?.state == "downloading" ? nil : true }
        }
    }

    @Test("6: an installation whose manifest's server is silent says so", arguments: [false, true])
    func silentInstallation(isManaged: Bool) async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: isManaged) { world in
            world.server.serve(isManaged ? "/manifest" : "/content", [1], finally: .stall(after: 0))
            let start = world.clock.now
            let installation = try world.registering()
            await world.server.wait { $0.stalledCount == 1 }
            #expect(try await told(world) == nil)
            world.clock.advance(by: 1)
            let silent = try #require(try await told(world))
            #expect(silent.condition == .serverSilent && silent.since == start, "\(silent)")
            world.server.release()
            #expect(try await installation.value?.phase == .finished)
        }
    }

    @Test("B8: what the manifest of an app names that manages its assets itself is no list of packs") func noPacks()
        async throws
    {
        try await with(isManaged: false) { world in
            let before = world.server.requests.count
            let error = await #expect(throws: ServiceError.self) { try await world.check() }
            #expect(error?.code == .configurationInvalid && error?.message.contains("ba update") == true)
            #expect(world.server.requests.count == before)
            let left = try await told(world)
            #expect(left == nil)
        }
    }

    @Test("What is kept by a clock that ran ahead is of now") func clocks() {
        let stored = StoredManifestFailure(
            bundleID: "a", message: "x", condition: "notFound", failingSince: 900, failedAt: 1_000, retryAt: 900_000)
        let failure = ManifestFailure(stored, now: 500)
        #expect(failure.since == 500 && failure.at == 500 && failure.retryAt == 500 + 86_400)
        #expect(ManifestFailure(stored, now: 2_000).since == 900)
    }

    @Test("6: a version that asks for no manifest has not failed to get one") func withoutAManifest() async throws {
        try await with(isManaged: false) { world in
            world.server.serve("/content", [], finally: .status(404))
            await #expect(throws: ServiceError.self) { try await look(world, isManaged: false) }
            _ = try await world.wait { try await told(world) }
            try world.changeInformation {
                $0.replacing("BAManifestURL", with: "AFormerKey").replacing(
                    "<string>1</string>", with: "<string>2</string>")
            }
            try await world.install()
            #expect(try await told(world) == nil)
            try await world.restart()
            #expect(try await told(world) == nil)
        }
    }

    @Test("B8: the extension hears of a manifest that an installation has asked for in vain, over a restart, too")
    func installedInVain() async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            _ = try await world.call(ControlInterface.SetSetting(name: "essential-patience", value: "3600"))
            world.server.serve("/content", [], finally: .status(503))
            let installation = try world.registering()
            _ = try await world.wait { () -> Explanation? in
                guard try await !world.call(AppsInterface.List()).apps.isEmpty else { return nil }
                return try await self.told(world)
            }
            try await world.restart()
            _ = try? await installation.value
            world.server.serve("/content", [], finally: .status(404))
            world.clock.advance(by: 60)
            _ = try await world.wait { world.cached("BAManifestURL.failed-by-system") }
            #expect(await world.isLaunchable())
        }
    }

    @Test("6: nothing is kept of a manifest that fails to come after its app is gone") func afterTheApp() async throws {
        try await with(isManaged: false) { world in
            world.server.serve(
                "/content", [UInt8](repeating: 1, count: 1_000),
                faults: [.stall(after: 10).and(.cut(after: 20))], finally: .status(404))
            let connection = try VarlinkConnection(path: world.location.socketPath)
            defer { connection.close() }
            let asked = Task {
                try await ServiceWorld.call(
                    FilesInterface.RequestContent(bundleID: ServiceWorld.bundleID), on: connection)
            }
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.call(
                AppsInterface.Uninstall(bundleID: ServiceWorld.bundleID, keepData: false, callID: "one"))
            world.server.release()
            await #expect(throws: ServiceError.self) { _ = try await asked.value }
            let store = try AssetStore(path: StoreLayout(root: world.root).database)
            #expect(try await store.manifestFailures().isEmpty)
            await #expect(throws: ServiceError.self) { try await told(world) }
        }
    }

    @Test("6: an installation tells why its manifest does not come, and when it asks again", arguments: [false, true])
    func whileItIsInstalled(isManaged: Bool) async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: isManaged) { world in
            _ = try await world.call(ControlInterface.SetSetting(name: "essential-patience", value: "3600"))
            world.server.serve(isManaged ? "/manifest" : "/content", [], finally: .status(503))
            let start = world.clock.now
            let installation = try world.registering()
            let told = try await world.wait { () -> Explanation? in
                // At its very beginning there is nothing of that name.
                guard try await !world.call(AppsInterface.List()).apps.isEmpty else { return nil }
                return try await self.told(world).flatMap { $0.nextAttempt == nil ? nil : $0 }
            }
            #expect(told.condition == .serverError && told.since == start, "\(told)")
            #expect(told.nextAttempt.map { $0 > start } == true)
            _ = try await world.call(
                AppsInterface.ControlInstallation(bundleID: ServiceWorld.bundleID, action: .cancel))
            _ = try? await installation.value
        }
    }

    @Test("6: an installation tells what keeps the extension from being asked now, and not what did before")
    func anotherReason() async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            world.server.serve("/content", [], finally: .status(404))
            let last = try await world.registering().value
            #expect(last?.detail?.contains("404") == true)
            world.server.serve("/content", Array("crash".utf8))
            await #expect(throws: ServiceError.self) { try await look(world, isManaged: false) }
            // The end of the first try may wait for somebody to take note of it still, which is another matter.
            let told = try await world.explain(ServiceWorld.bundleID)
                .filter { $0.reason.hasPrefix(InstallationResult.unasked) }
            let installed = try #require(told.first)
            #expect(told.count == 1 && installed.reason.contains("crashed"), "\(told)")
            #expect(!installed.reason.contains("404"), "\(told)")
        }
    }
}
