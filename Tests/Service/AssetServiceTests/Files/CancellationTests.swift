// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

@Suite(.timeLimit(.minutes(2))) struct CancellationTests {
    enum State: String, CaseIterable { case running, behind, paused, backingOff, held, promoted }

    private let bytes = [UInt8](repeating: 7, count: 100_000)

    /// Brings the download "one" into a state.
    private func bring(_ file: FileDownload, into state: State, in world: ServiceWorld) async throws {
        func set(_ name: String, _ value: String) async throws {
            _ = try await world.call(ControlInterface.SetSetting(name: name, value: value))
        }
        func wait(until isSo: (FileRecord) -> Bool) async throws {
            _ = try await world.wait { try await world.files().first { $0.file.id == file.id && isSo($0) } }
        }
        world.server.serve("/one", bytes, faults: [state == .backingOff ? .status(503) : .stall(after: 1000)])
        switch state {
        case .running, .promoted:
            try await world.schedule(file)
            await world.server.wait { $0.stalledCount == 1 }
            guard state == .promoted else { return }
            let app = try await world.app()
            _ = try await ServiceWorld.call(FilesInterface.Schedule(file: file, foreground: true), on: app)
            // An app that leaves would move it back.
            _ = try await world.wait {
                try await world.call(DownloadsInterface.List()).downloads.first?.foreground == true ? true : nil
            }
            app.close()
        case .behind:
            try await set("concurrent-transfers", "1")
            world.server.serve("/other", bytes, faults: [.stall(after: 0)])
            try await world.schedule(world.file("other"))
            await world.server.wait { $0.stalledCount == 1 }
            try await world.schedule(file)
            try await wait { $0.waiting?.contains("behind 1") == true }
        case .paused:
            try await world.schedule(file)
            await world.server.wait { $0.stalledCount == 1 }
            _ = try await world.call(
                DownloadsInterface.ControlDownload(bundleID: ServiceWorld.bundleID, packID: "one", action: .pause))
            try await wait { $0.state == .paused }
        case .backingOff:
            try await world.schedule(file)
            try await wait { $0.waiting?.contains("503") == true }
        case .held:
            try await world.schedule(file)
            await world.server.wait { $0.stalledCount == 1 }
            try await set("low-power-mode", "on")
            try await wait { $0.state == .waiting }
        }
    }

    @Test(
        "A3: a download is cancelled in every state: it is forgotten without a word, and its name is free",
        arguments: State.allCases)
    func cancelling(_ state: State) async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            let file = world.file("one")
            try await bring(file, into: state, in: world)
            let app = try await world.app()
            defer { app.close() }
            _ = try await ServiceWorld.call(FilesInterface.Cancel(id: file.id), on: app)
            #expect(try await world.files().allSatisfy { $0.file.id != file.id })
            let error = await #expect(throws: ServiceError.self) {
                try await ServiceWorld.call(FilesInterface.Cancel(id: file.id), on: app)
            }
            #expect(error?.code == .downloadNotFound)
            world.server.serve("/one", bytes)
            // While it is on, nothing can be scheduled.
            _ = try await world.call(ControlInterface.SetSetting(name: "low-power-mode", value: "off"))
            let again = world.file("one")
            try await world.schedule(again)
            world.server.release()
            try await world.waitForNoFiles()
            let ends = try await world.endings()
            #expect(ends.filter { $0.file?.identifier == "one" }.map(\.file?.id) == [again.id])
        }
    }

    @Test("A3: what a person does to all downloads of an app is done in one step, and none of them moves up meanwhile")
    func all() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            try await world.installAnother("com.example.other")
            _ = try await world.call(ControlInterface.SetSetting(name: "concurrent-transfers", value: "1"))
            let names = (1...300).map { "d\($0)" }
            for name in names { world.server.serve("/" + name, bytes, finally: .stall(after: 1000)) }
            for name in names { try await world.schedule(world.file(name)) }
            await world.server.wait { $0.stalledCount == 1 }
            #expect(try await control(.pause, world) == names.sorted())
            #expect(try await world.files().allSatisfy { $0.state == .paused })
            try await world.restart()
            #expect(try await world.files().count { $0.state == .paused } == names.count)
            #expect(try await control(.resume, world).count == names.count)
            await world.server.wait { $0.stalledCount == 2 }
            #expect(try await world.files().allSatisfy { $0.state != .paused })
            #expect(try await control(.cancel, world) == names.sorted())
            #expect(try await world.files() == [])
            #expect(try await world.storedEndings() == names.count)
            try await world.restart()
            #expect(try await world.files() == [])
            let ends = try await world.endings()
            #expect(ends.count == names.count)
            #expect(ends.allSatisfy { $0.failure?.cause == .cancelled })
            #expect(world.server.requests.count { $0.path.hasPrefix("/d") } == 2)
            // Nothing is left that it could be done to, and nobody else's is touched.
            #expect(try await control(.cancel, world) == [])
            let error = await #expect(throws: ServiceError.self) { try await control(.cancel, world, of: "nope") }
            #expect(error?.code == .appNotFound)
        }
    }

    private func control(
        _ action: DownloadsInterface.ControlDownload.Action, _ world: ServiceWorld,
        of bundleID: String = ServiceWorld.bundleID
    ) async throws -> [String] {
        try await world.call(
            DownloadsInterface.ControlDownloads(bundleID: bundleID, action: action, callID: UUID().uuidString)
        ).packIDs
    }
}
