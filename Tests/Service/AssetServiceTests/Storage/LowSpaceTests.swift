// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import AssetService

/// A disk that runs short: a file system of its own, which is filled.
@Suite("Low space", .timeLimit(.minutes(5))) struct LowSpaceTests {
    private let bytes = [UInt8](repeating: 7, count: 4_000_000)

    private func with(_ body: (ServiceWorld, SmallDisk) async throws -> Void) async throws {
        try await ServiceWorld.with(megabytes: 96) { world in
            try await world.install()
            try await body(world, try #require(world.disk))
        }
    }

    @Test("B7: a pause that cannot be recorded, for the disk is full, is told as an error, and is none")
    func pauses() async throws {
        try await with { world, disk in
            world.server.serve("/large", bytes, finally: .stall(after: 1000))
            try await world.schedule(world.file("large"))
            await world.server.wait { $0.stalledCount == 1 }
            try await fill(disk, of: world)
            let one = DownloadsInterface.ControlDownload(
                bundleID: ServiceWorld.bundleID, packID: "large", action: .pause)
            let all = DownloadsInterface.ControlDownloads(bundleID: ServiceWorld.bundleID, action: .pause)
            let errors = (
                await #expect(throws: ServiceError.self) { try await world.call(one) },
                await #expect(throws: ServiceError.self) { try await world.call(all) }
            )
            #expect(errors.0?.code == .outOfSpace && errors.1?.code == .outOfSpace, "\(errors)")
            #expect(try await world.files().allSatisfy { $0.state != .paused })
            try disk.free()
            _ = try await world.call(one)
            #expect(try await world.files().map(\.state) == [.paused])
            // Nor does it go on when that cannot be recorded.
            try await fill(disk, of: world)
            let resumed = DownloadsInterface.ControlDownload(
                bundleID: ServiceWorld.bundleID, packID: "large", action: .resume)
            let error = await #expect(throws: ServiceError.self) { try await world.call(resumed) }
            #expect(error?.code == .outOfSpace)
            #expect(try await world.files().map(\.state) == [.paused])
            try disk.free()
            _ = try await world.call(resumed)
            #expect(try await world.files().map(\.state) != [.paused])
        }
    }

    /// Until nothing can be recorded any more: what is there of the database's log may take a few changes yet.
    private func fill(_ disk: SmallDisk, of world: ServiceWorld) async throws {
        try disk.fill(leaving: 0)
        _ = try await world.wait { () -> ServiceError? in
            do {
                _ = try await world.call(ControlInterface.SetSetting(name: "low-power-mode", value: "off"))
                return nil
            } catch let error as ServiceError { return error }
        }
    }

    @Test(
        "B7: a pause of a pack, or of an installation, that cannot be recorded is none, and so is its end",
        arguments: [false, true])
    func pausesOfInstallations(ofAll: Bool) async throws {
        try await ServiceWorld.with(hasExtension: true, megabytes: 96) { world in
            let disk = try #require(world.disk)
            try await world.publish("A", version: 1, text: "one", policy: .essential([.firstInstallation]))
            world.stall("/A-1.aar", times: 8)
            // It is left to the end of the service.
            _ = try world.beginInstalling()
            await world.server.wait { $0.stalledCount == 1 }
            func control(_ pauses: Bool) async throws {
                let id = ServiceWorld.bundleID
                if ofAll {
                    _ = try await world.call(
                        AppsInterface.ControlInstallation(bundleID: id, action: pauses ? .pause : .resume))
                } else {
                    _ = try await world.call(
                        DownloadsInterface.ControlDownload(
                            bundleID: id, packID: "A", action: pauses ? .pause : .resume))
                }
            }
            func isPaused() async throws -> Bool {
                try await world.call(DownloadsInterface.List(bundleID: nil)).downloads.map(\.state) == [.paused]
            }
            try await control(true)
            // What goes on after the second has no room, and comes to whatever end.
            for pauses in [false, true] {
                try await fill(disk, of: world)
                let error = await #expect(throws: ServiceError.self) { try await control(pauses) }
                #expect(error?.code == .outOfSpace)
                #expect(try await isPaused() == !pauses)
                try disk.free()
                if !pauses { try await control(false) }
            }
            world.server.release()
        }
    }

    @Test("A manifest that does not end is given up, and not asked for again at once when the disk is full")
    func endlessManifest() async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false, megabytes: 96) { world in
            world.serveContent([])
            try await world.install()
            let before = world.server.requests.count
            world.server.serve("/content", [], finally: .endless)
            let error = await #expect(throws: ServiceError.self) {
                try await world.call(FilesInterface.RequestContent(bundleID: ServiceWorld.bundleID))
            }
            #expect(error?.message.contains("free") == true, "\(String(describing: error))")
            let asked = world.server.requests.count - before
            #expect((1...4).contains(asked))
        }
    }

    @Test("B7: what nothing can be added to takes no room once it has failed, and the reserve stays free")
    func uselessPart() async throws {
        try await with { world, _ in
            // Of an unknown length.
            world.server.serve("/big", [], finally: Fault.endless.and(.noEntityTag))
            func available() throws -> Int64 {
                try #require(DiskSpace(of: try Directory(opening: world.root)).available)
            }
            let before = try available()
            try await world.schedule(world.file("big"))
            let told = try await world.wait {
                try await world.explain("big").first { $0.condition == .diskFull && $0.state != "downloading" }
            }
            #expect(told.nextAttempt != nil, "\(told)")
            #expect(try available() > before - 5_000_000)
            #expect(world.server.requests.filter { $0.path == "/big" }.count <= 2)
            world.clock.advance(by: 1)
            #expect(world.server.requests.filter { $0.path == "/big" }.count <= 2)
        }
    }

    /// Fetches files, of which the first was used last.
    private func fetch(_ world: ServiceWorld, _ names: [String]) async throws -> [String] {
        let paths = try await world.fetch(names, bytes: bytes)
        var places: [String] = []
        for (index, name) in names.enumerated() {
            let path = world.caches + "/" + name
            try FileManager.default.moveItem(atPath: try #require(paths[name]), toPath: path)
            try await ServiceWorld.setUsed(path, at: Int(world.clock.now) + 1000 - index)
            places.append(path)
        }
        return places
    }

    @Test("A9: when the disk runs short the oldest unused files go, and no more than need be") func relief()
        async throws
    {
        try await with { world, disk in
            let paths = try await fetch(world, ["a", "b", "c"])
            // A twentieth of the disk is to be free, which is less than what is set.
            try disk.fill(leaving: 2_000_000)
            world.clock.advance(by: SpaceService.interval)
            _ = try await world.wait { ServiceWorld.exists(paths[2]) ? nil : true }
            world.clock.advance(by: SpaceService.interval)
            // Nothing is removed while it looks.
            #expect(try await world.purge(.init(dryRun: true)).map(\.identifier) == ["b", "a"])
        }
    }

    @Test("A download that finds no room has it made by files that can be fetched again") func roomForADownload()
        async throws
    {
        try await with { world, disk in
            _ = try await world.call(ControlInterface.SetSetting(name: "free-space", value: "0"))
            let paths = try await fetch(world, ["a", "b", "c"])
            try disk.fill(leaving: Int(DiskSpace.reserve) + 1_000_000)
            #expect(try await world.fetch(["d"], bytes: bytes).count == 1)
            #expect(!ServiceWorld.exists(paths[2]))
            #expect(ServiceWorld.exists(paths[0]))
            // One for which all of it is not enough takes none away.
            world.server.serve("/huge", [UInt8](repeating: 1, count: 40_000_000))
            try await world.schedule(world.file("huge"))
            _ = try await world.wait {
                try await world.files().first?.waiting?.contains("free") == true ? true : nil
            }
            #expect(ServiceWorld.exists(paths[0]))
        }
    }

    @Test("A manifest that finds no room has it made by files that can be fetched again") func roomForAManifest()
        async throws
    {
        try await ServiceWorld.with(hasExtension: true, isManaged: false, megabytes: 96) { world in
            world.server.serve("/content", [])
            try await world.install()
            _ = try await world.call(ControlInterface.SetSetting(name: "free-space", value: "0"))
            world.server.serve("/old", [UInt8](repeating: 7, count: Int(DiskSpace.reserve)))
            try await world.schedule(world.file("old"))
            // There the extension has put it.
            let place = world.caches + "/old.finished"
            _ = try await world.wait { ServiceWorld.exists(place) ? true : nil }
            try await world.waitForNoEndings()
            try #require(world.disk).fill(leaving: Int(DiskSpace.reserve) / 2)
            world.serveContent([])
            _ = try await world.call(FilesInterface.RequestContent(bundleID: ServiceWorld.bundleID))
            #expect(!ServiceWorld.exists(place))
        }
    }

    @Test(
        "6: a manifest that found no room is asked for again as soon as there is some, also by another run of the service",
        arguments: [false, true])
    func manifestAgain(isRestarted: Bool) async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false, megabytes: 96) { world in
            world.server.serve("/content", [])
            try await world.install()
            let disk = try #require(world.disk)
            world.clock.advance(by: 10)
            let start = world.clock.now
            try disk.fill(leaving: Int(DiskSpace.reserve) / 2)
            world.serveContent(["movie x"])
            world.server.serve("/movie", [UInt8](repeating: 7, count: 100_000))
            await #expect(throws: ServiceError.self) {
                _ = try await world.call(FilesInterface.RequestContent(bundleID: ServiceWorld.bundleID))
            }
            // Not the next daily check.
            let told = try await world.wait { () -> Explanation? in
                try await world.explain(ServiceWorld.bundleID).first {
                    $0.condition == .diskFull && ($0.nextAttempt ?? .infinity) <= start + CheckSchedule.firstRetry
                }
            }
            #expect(told.endsWhen?.contains("as soon as something has gone") == true, "\(told)")
            if isRestarted {
                try await world.restart()
                #expect(
                    try await world.explain(ServiceWorld.bundleID).contains {
                        $0.condition == .diskFull && $0.since == start
                    })
            }
            try disk.free()
            // Who starts anew may find that there is room before it is looked for.
            _ = try await world.wait {
                if world.clock.isAwaited(start + RoomWatch.interval) { world.clock.advance(by: RoomWatch.interval) }
                return world.cached("movie.finished")
            }
        }
    }

    @Test("6: a download that waits for room goes on as soon as there is some, however it came about") func roomAgain()
        async throws
    {
        try await with { world, disk in
            for name in ["retry-longest", "retry-first"] {
                _ = try await world.call(ControlInterface.SetSetting(name: name, value: "3600"))
            }
            world.server.serve("/large", bytes)
            try disk.fill(leaving: Int(DiskSpace.reserve) + 1_000_000)
            let start = world.clock.now
            try await world.schedule(world.file("large"))
            let told = try await world.told("large", .diskFull, because: "free some")
            #expect(told.endsWhen?.contains("as soon as something has gone") == true, "\(told)")
            #expect(told.nextAttempt.map { $0 > start + 1_800 } == true)
            try disk.free()
            // Nobody tells when there is room: it is looked for.
            _ = try await world.wait {
                if try await world.files().allSatisfy({ $0.state == .downloading }) { return true }
                world.clock.advanceToNextWake(within: RoomWatch.interval)
                return nil
            }
            _ = try await world.wait { try await world.files().isEmpty ? true : nil }
            #expect(world.clock.now < start + 1_800)
        }
    }

    /// Waits until bytes of a file are on the disk: what its server has sent may still be on its way.
    private func waitForStaged(_ file: FileDownload, _ bytes: Int64, of world: ServiceWorld) async throws {
        _ = try await world.wait {
            (FileStatus(path: world.root + "/spool/\(file.id)/data")?.size ?? 0) >= bytes ? true : nil
        }
    }

    @Test("Of several downloads that wait for room which the others hold, the first gets it") func roomOfAnother()
        async throws
    {
        try await with { world, disk in
            _ = try await world.call(ControlInterface.SetSetting(name: "free-space", value: "0"))
            for (index, name) in ["first", "second"].enumerated() {
                let size = 8_000_000 * (index + 1)
                world.server.serve(
                    "/" + name, [UInt8](repeating: 7, count: size), faults: [.stall(after: size / 2)])
                let file = world.file(name)
                try await world.schedule(file)
                try await waitForStaged(file, Int64(size / 2), of: world)
                world.clock.advance(by: 1)
            }
            await world.server.wait { $0.stalledCount == 2 }
            // Neither can have what it lacks, and the other's would do for the first.
            try disk.fill(leaving: Int(DiskSpace.reserve) + 2_000_000)
            world.server.release()
            // At once, where the other has met the end of the disk before it, or at its next try.
            let ends = try await world.wait { () -> [FileEvent]? in
                world.clock.advanceToNextWake(within: 3_600)
                let files = try await world.files()
                return files.count == 1 ? try await world.endings(count: 1) : nil
            }
            #expect(ends.map(\.kind) == [.finished] && ends.first?.file?.identifier == "first", "\(ends)")
            let told = try await world.told("second", .diskFull, because: "free some")
            #expect(told.state == "waiting")
            try disk.free()
            _ = try await world.wait {
                world.clock.advanceToNextWake(within: 3_600)
                return try await world.files().isEmpty ? true : nil
            }
        }
    }

    @Test("What an app in front waits for takes the room of what is paused in the background") func roomOfThePaused()
        async throws
    {
        try await with { world, disk in
            _ = try await world.call(ControlInterface.SetSetting(name: "free-space", value: "0"))
            world.server.serve(
                "/later", [UInt8](repeating: 7, count: 12_000_000), faults: [.stall(after: 8_000_000)])
            world.server.serve("/now", [UInt8](repeating: 8, count: 9_000_000))
            let later = world.file("later")
            try await world.schedule(later)
            try await waitForStaged(later, 8_000_000, of: world)
            _ = try await world.call(
                DownloadsInterface.ControlDownload(bundleID: ServiceWorld.bundleID, packID: "later", action: .pause))
            try disk.fill(leaving: Int(DiskSpace.reserve) + 4_000_000)
            let app = try await world.app()
            defer { app.close() }
            _ = try await ServiceWorld.call(FilesInterface.Schedule(file: world.file("now"), foreground: true), on: app)
            _ = try await world.wait {
                try await world.files().map(\.file.identifier) == ["later"] ? true : nil
            }
            let ends = try await world.endings(count: 1)
            #expect(ends.map(\.kind) == [.finished], "\(ends)")
            #expect(try await world.files().map(\.completedBytes) == [0])
            world.server.release()
        }
    }

    @Test("6: whoever resumes a download that waits has it tried at once") func resumed() async throws {
        try await with { world, disk in
            world.server.serve("/large", bytes)
            try disk.fill(leaving: Int(DiskSpace.reserve) + 1_000_000)
            try await world.schedule(world.file("large"))
            _ = try await world.told("large", .diskFull, because: "free some")
            try disk.free()
            _ = try await world.call(
                DownloadsInterface.ControlDownload(bundleID: ServiceWorld.bundleID, packID: "large", action: .resume))
            _ = try await world.wait { try await world.files().isEmpty ? true : nil }
        }
    }
}
