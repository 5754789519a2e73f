// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import FoundationNetworking
import ServiceInterface
import Testing

@testable import AssetService
@testable import BackgroundAssets

/// The manager of an app against a real service.
@Suite("BADownloadManager", .timeLimit(.minutes(5))) struct DownloadManagerTests {
    private let bytes: [UInt8] = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

    private struct Rig {
        let world: ServiceWorld
        let manager: BADownloadManager

        func download(_ identifier: String, essential: Bool = false, size: Int = 0) throws -> BAURLDownload {
            BAURLDownload(
                identifier: identifier,
                request: URLRequest(url: try #require(URL(string: world.server.url("/" + identifier)))),
                essential: essential, fileSize: size, applicationGroupIdentifier: ServiceWorld.groupID,
                priority: .default)
        }

        /// A file in the caches of the app's group, once it is there.
        func cached(_ name: String) async throws -> [UInt8] {
            let path = world.root + "/groups/\(ServiceWorld.groupID)/Library/Caches/" + name
            return try await world.wait { FileManager.default.contents(atPath: path).map { [UInt8]($0) } }
        }

        func waitFor(_ line: String, _ delegate: RecordingDelegate) async throws {
            _ = try await world.wait { delegate.lines.contains(line) ? true : nil }
        }
    }

    private func with(hasExtension: Bool = false, _ body: (Rig) async throws -> Void) async throws {
        try await ServiceWorld.with(hasExtension: hasExtension) { world in
            try await world.install()
            for name in ["one", "two", "Crash", "Leave"] { world.server.serve("/" + name, bytes) }
            try await body(Rig(world: world, manager: try await world.manager()))
        }
    }

    /// Carries out a call that waits for the service, as an app does: not on a thread of Swift's pool.
    private func waiting<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }

    private func code(_ body: @escaping @Sendable () throws -> Void) async -> Int? {
        do {
            try await waiting(body)
            return nil
        } catch {
            let error = error as NSError
            return error.domain == BAErrorDomain ? error.code : -1
        }
    }

    @Test("A6: a delegate is told of beginning, progress and end; the file is the app's to move")
    func aDelegateIsTold() async throws {
        try await with { rig in
            let folder = URL(fileURLWithPath: rig.world.root + "/groups/\(ServiceWorld.groupID)")
            let delegate = TakingDelegate(folder: folder)
            rig.manager.delegate = delegate
            let (manager, download) = (rig.manager, try rig.download("one"))
            try await waiting { try manager.scheduleDownload(download) }
            try await rig.waitFor("finished one 200000", delegate)
            #expect(delegate.lines.first == "began one")
            #expect(delegate.lines.contains("wrote one 200000/200000"))
            #expect(FileManager.default.contents(atPath: folder.path + "/one").map { [UInt8]($0) } == bytes)
            // When its delegate has returned it is taken.
            try await rig.world.waitForNoEndings()
            withExtendedLifetime(delegate) {}
        }
    }

    @Test("A4, A5: errors have Apple's domain and codes") func errors() async throws {
        try await with { rig in
            rig.world.server.serve("/one", bytes, faults: [.stall(after: 0)])
            let (manager, download) = (rig.manager, try rig.download("one"))
            try await waiting { try manager.scheduleDownload(download) }
            let same = try rig.download("one")
            #expect(await code { try manager.scheduleDownload(same) } == BAErrorCode.downloadAlreadyScheduled.rawValue)
            let essential = try rig.download("two", essential: true, size: 200_000)
            let notPermitted = BAErrorCode.downloadEssentialDownloadNotPermitted.rawValue
            #expect(await code { try manager.scheduleDownload(essential) } == notPermitted)
            let two = essential.removingEssential()
            #expect(await code { try manager.cancel(two) } == BAErrorCode.downloadNotScheduled.rawValue)
            let insecure = BAURLDownload(
                identifier: "x", request: URLRequest(url: try #require(URL(string: "http://example.com/x"))),
                essential: false, fileSize: 0, applicationGroupIdentifier: ServiceWorld.groupID, priority: .default)
            #expect(await code { try manager.scheduleDownload(insecure) } == BAErrorCode.downloadInvalid.rawValue)
            let longName = BAURLDownload(
                identifier: String(repeating: "x", count: 5_000_000),
                request: URLRequest(url: try #require(URL(string: rig.world.server.url("/two")))), essential: false,
                fileSize: 0, applicationGroupIdentifier: ServiceWorld.groupID, priority: .default)
            #expect(await code { try manager.scheduleDownload(longName) } == BAErrorCode.downloadInvalid.rawValue)
            var large = URLRequest(url: try #require(URL(string: rig.world.server.url("/two"))))
            large.httpBody = Data(count: 600_000)
            let tooLarge = BAURLDownload(
                identifier: "x", request: large, essential: false, fileSize: 0,
                applicationGroupIdentifier: ServiceWorld.groupID, priority: .default)
            #expect(await code { try manager.scheduleDownload(tooLarge) } == BAErrorCode.downloadInvalid.rawValue)
            large.httpBody = Data(count: 512 << 10)
            let largest = BAURLDownload(
                identifier: "x", request: large, essential: false, fileSize: 0,
                applicationGroupIdentifier: ServiceWorld.groupID, priority: .default)
            #expect(await code { try manager.scheduleDownload(largest) } == nil)
            #expect(await code { try manager.cancel(download) } == nil)
            let gone = await #expect(throws: NSError.self) { try await waiting { try manager.cancel(download) } }
            #expect(gone?.code == BAErrorCode.downloadNotScheduled.rawValue)
            #expect(gone?.localizedDescription.contains("“one”") == true, "\(String(describing: gone))")
        }
    }

    @Test("A3: the current downloads are fetched in three ways") func currentDownloads() async throws {
        try await with { rig in
            rig.world.server.serve("/one", bytes, faults: [.stall(after: 0)])
            let manager = rig.manager
            var request = URLRequest(url: try #require(URL(string: rig.world.server.url("/one?key=secret"))))
            request.httpMethod = "POST"
            request.httpBody = Data([1, 2])
            request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
            let download = BAURLDownload(
                identifier: "one", request: request, essential: false, fileSize: 5,
                applicationGroupIdentifier: ServiceWorld.groupID, priority: .max)
            try await waiting { try manager.scheduleDownload(download) }
            await rig.world.server.wait { $0.stalledCount == 1 }
            let blocking = try await waiting { try manager.fetchCurrentDownloads() }
            let async = try await manager.currentDownloads
            let called = try await withCheckedThrowingContinuation { continuation in
                manager.fetchCurrentDownloads { downloads, error in
                    continuation.resume(with: error.map { .failure($0) } ?? .success(downloads))
                }
            }
            for downloads in [blocking, async, called] {
                // Equal are those that the system knows as the same.
                #expect(downloads == [download])
                let first = try #require(downloads.first as? BAURLDownload)
                #expect(type(of: first) == BAURLDownload.self)
                #expect(first.state == .downloading)
                #expect(first.identifier == "one")
                #expect(first.priority == .max)
                #expect(first.fileSize == 5)
                #expect(first.request.url == request.url)
                #expect(first.request.httpMethod == "POST")
                #expect(first.request.httpBody == Data([1, 2]))
                #expect(first.request.allHTTPHeaderFields == request.allHTTPHeaderFields)
                #expect(first.applicationGroupIdentifier == ServiceWorld.groupID)
            }
        }
    }

    @Test("A8: an app in front starts a download at once") func foreground() async throws {
        try await with { rig in
            // The only place is taken by one that does not go on, and another one waits for it.
            try await rig.world.set("concurrent-transfers", "1")
            rig.world.server.serve("/slow", bytes, faults: [.stall(after: 0)])
            try await rig.world.schedule(rig.world.file("slow"))
            await rig.world.server.wait { $0.stalledCount == 1 }
            try await rig.world.schedule(rig.world.file("two"))
            let delegate = TakingDelegate()
            let (manager, download) = (rig.manager, try rig.download("one"))
            manager.delegate = delegate
            try await waiting { try manager.startForegroundDownload(download) }
            try await rig.waitFor("finished one 200000", delegate)
            // A delegate's file stays where it is.
            let path = rig.world.root + "/downloads/\(ServiceWorld.bundleID)/\(download.uniqueIdentifier)"
            #expect(FileManager.default.contents(atPath: path).map { [UInt8]($0) } == bytes)
            rig.world.server.release()
            // The others go on afterwards.
            for name in ["slow", "two"] { try await rig.waitFor("finished \(name) 200000", delegate) }
            let order = delegate.lines.filter { $0.hasPrefix("finished") }
            #expect(order.first == "finished one 200000")
            withExtendedLifetime(delegate) {}
        }
    }

    @Test("A6: failures come as Foundation's errors") func failures() async throws {
        try await with { rig in
            let delegate = TakingDelegate()
            let (manager, download) = (rig.manager, try rig.download("none"))
            manager.delegate = delegate
            try await waiting { try manager.scheduleDownload(download) }
            try await rig.waitFor("failed none NSURLErrorDomain \(URLError.fileDoesNotExist.rawValue)", delegate)
            withExtendedLifetime(delegate) {}
        }
    }

    @Test("A6: an end that came while no process ran is told to the next delegate, once") func missedEnds() async throws
    {
        try await with { rig in
            try await rig.world.schedule(rig.world.file("one"))
            try await rig.world.waitForNoFiles()
            let (first, second) = (TakingDelegate(), TakingDelegate())
            rig.manager.delegate = first
            try await rig.waitFor("finished one 200000", first)
            rig.manager.delegate = second
            try await rig.world.schedule(rig.world.file("two"))
            try await rig.waitFor("finished two 200000", second)
            #expect(!second.lines.contains("finished one 200000"))
            #expect(first.lines.filter { $0.hasPrefix("finished") } == ["finished one 200000"])
            withExtendedLifetime((first, second)) {}
        }
    }

    @Test("A7: with no delegate the extension is woken, for ends only") func theExtensionIsWoken() async throws {
        try await with(hasExtension: true) { rig in
            try await rig.world.schedule(rig.world.file("one"))
            #expect(try await rig.cached("one.finished") == bytes)
            try await rig.world.schedule(rig.world.file("none"))
            let text = String(decoding: try await rig.cached("none.failed"), as: UTF8.self)
            #expect(text.hasPrefix("NSURLErrorDomain \(URLError.fileDoesNotExist.rawValue) "))
            #expect(text.contains("404"))
            try await rig.world.waitForNoEndings()
        }
    }

    @Test("A7: a delegate that lacks a method counts as none for it; one that was released counts as none")
    func lackingDelegates() async throws {
        try await with(hasExtension: true) { rig in
            let lacking = LackingDelegate()
            rig.manager.delegate = lacking
            let (manager, download) = (rig.manager, try rig.download("one"))
            try await waiting { try manager.scheduleDownload(download) }
            #expect(try await rig.cached("one.finished") == bytes)
            #expect(lacking.lines.contains("began one"))
            var released: TakingDelegate? = TakingDelegate()
            rig.manager.delegate = released
            withExtendedLifetime(released) {}
            released = nil
            #expect(rig.manager.delegate == nil)
            try await rig.world.schedule(rig.world.file("two"))
            #expect(try await rig.cached("two.finished") == bytes)
            withExtendedLifetime(lacking) {}
        }
    }

    @Test("A7: a delegate that lacks the method for failures is told of files, and the extension of failures")
    func halfADelegate() async throws {
        try await with(hasExtension: true) { rig in
            let half = HalfDelegate()
            rig.manager.delegate = half
            let manager = rig.manager
            for name in ["one", "none"] {
                let download = try rig.download(name)
                try await waiting { try manager.scheduleDownload(download) }
            }
            _ = try await rig.cached("none.failed")
            _ = try await rig.world.wait { half.lines.contains("finished one") ? true : nil }
            try await rig.world.waitForNoEndings()
            #expect(rig.world.cached("one.finished") == nil)
            withExtendedLifetime(half) {}
        }
    }

    @Test("A7, A9: a delegate that hands on what it is told to those that lack the method has it of its own")
    func forwardingDelegate() async throws {
        try await with(hasExtension: true) { rig in
            let forwarding = ForwardingDelegate()
            rig.manager.delegate = forwarding
            let (manager, download) = (rig.manager, try rig.download("one"))
            try await waiting { try manager.scheduleDownload(download) }
            _ = try await rig.world.wait { forwarding.lines.contains("finished one true") ? true : nil }
            try await rig.world.waitForNoEndings()
            // Nobody else was told, and the file stays where it is.
            #expect(rig.world.cached("one.finished") == nil)
            let folder = rig.world.root + "/downloads/" + ServiceWorld.bundleID
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
            withExtendedLifetime(forwarding) {}
        }
    }

    @Test("A9: what the extension leaves when it returns is removed") func leftFiles() async throws {
        try await with(hasExtension: true) { rig in
            try await rig.world.schedule(rig.world.file("Leave"))
            try await rig.world.waitForNoFiles()
            try await rig.world.waitForNoEndings()
            let folder = rig.world.root + "/downloads/" + ServiceWorld.bundleID
            _ = try await rig.world.wait {
                try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty ? true : nil
            }
        }
    }

    @Test(
        "A7: an extension that crashes or hangs loses nothing: why is told, and a delegate that comes has it at once",
        arguments: [("Crash", "crashed (signal 6)"), ("Hang", "had not returned when its run time of 1 s was used up")])
    func failingExtensions(_ name: String, _ reason: String) async throws {
        try await with(hasExtension: true) { rig in
            rig.world.server.serve("/" + name, bytes)
            if name == "Hang" {
                _ = try await rig.world.call(ControlInterface.SetSetting(name: "extension-run-time", value: "1"))
            }
            try await rig.world.schedule(rig.world.file(name))
            _ = try await rig.world.wait {
                try await rig.world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
                    .first { $0.state == "failed" && $0.reason.contains(reason) }
            }
            // While it may not run it is not told again, whoever asks.
            func told() async throws -> [Explanation] {
                try await rig.world.explain(name) + rig.world.explain(ServiceWorld.bundleID)
            }
            #expect(try await told().contains { $0.condition == .untaken && $0.nextAttempt != nil })
            _ = try await rig.world.call(ControlInterface.SetSetting(name: "background-refresh", value: "off"))
            let held = try await told()
            #expect(held.allSatisfy { $0.nextAttempt == nil }, "\(held)")
            #expect(held.first?.condition == .backgroundRefreshOff, "\(held)")
            #expect(held.first?.endsWhen?.contains("background-refresh on") == true, "\(held)")
            _ = try await rig.world.call(ControlInterface.SetSetting(name: "background-refresh", value: "on"))
            let delegate = TakingDelegate()
            rig.manager.delegate = delegate
            try await rig.waitFor("finished \(name) 200000", delegate)
            try await rig.world.waitForNoEndings()
            withExtendedLifetime(delegate) {}
        }
    }

    @Test("A13: an extension that goes on calling when it has returned is ended all the same, and others are served")
    func lateCalls() async throws {
        try await with(hasExtension: true) { rig in
            rig.world.server.serve("/Late", bytes)
            try await rig.world.schedule(rig.world.file("Late"))
            #expect(try await rig.cached("Late.finished") == bytes)
            try await rig.world.waitForNoEndings()
            // Nothing of it is left that could call: what it has scheduled until then stays, and nothing comes to it.
            _ = try await rig.world.wait { Self.processes(below: rig.world.folder.path).isEmpty ? true : nil }
            let count = try await rig.world.files().count
            try await rig.world.schedule(rig.world.file("one"))
            #expect(try await rig.cached("one.finished") == bytes)
            // That one may be about to leave the list; the service may have had the last call of the other in hand.
            #expect(try await rig.world.files().count { $0.file.identifier != "one" } <= count + 1)
        }
    }

    /// Processes whose executable lies below a folder.
    private static func processes(below folder: String) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { process in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe"))?.hasPrefix(folder)
                ?? false
        }
    }
}
