// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

@Suite(.timeLimit(.minutes(2))) struct AppStateTests {
    private let bytes = [UInt8](repeating: 7, count: 100_000)

    private func startInFront(_ file: FileDownload, on app: VarlinkConnection) async throws {
        _ = try await ServiceWorld.call(
            FilesInterface.Schedule(file: file, foreground: true, callID: UUID().uuidString), on: app)
    }

    @Test(
        "A8: what an app has in front goes on in the background when it is put there, by its toolkit or by a person",
        arguments: [true, false])
    func leaving(isByToolkit: Bool) async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            let app = try await world.app()
            defer { app.close() }
            world.server.serve("/one", bytes, faults: [.stall(after: 50_000)])
            try await startInFront(world.file("one"), on: app)
            await world.server.wait { $0.stalledCount == 1 }
            func isInFront() async throws -> Bool? {
                try await world.call(DownloadsInterface.List()).downloads.first?.foreground
            }
            #expect(try await isInFront() == true)
            func set(_ state: AppsInterface.SetState.State) async throws -> [Int32] {
                let reply =
                    if isByToolkit {
                        try await ServiceWorld.call(AppsInterface.SetState(state: state), on: app)
                    } else {
                        try await world.call(
                            AppsInterface.SetState(bundleID: ServiceWorld.bundleID, state: state))
                    }
                return reply.processIDs
            }
            #expect(try await set(.background) == [getpid()])
            #expect(try await isInFront() == false)
            let refusal = await #expect(throws: ServiceError.self) {
                try await startInFront(world.file("two"), on: app)
            }
            #expect(refusal?.code == .callFromInactiveProcessNotAllowed)

            world.server.serve("/two", bytes, faults: [.stall(after: 0)])
            #expect(try await set(.foreground) == [getpid()])
            try await startInFront(world.file("two"), on: app)
            world.server.release()
        }
    }

    @Test("A7: an app in the background is told of no end, and of those that nobody took when it is in front again")
    func ends() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            let (app, follower) = (try await world.app(), try await world.app())
            defer {
                app.close()
                follower.close()
            }
            _ = try await ServiceWorld.call(AppsInterface.SetState(state: .background), on: app)
            world.server.serve("/one", bytes)
            try await world.schedule(world.file("one"))
            try await world.waitForNoFiles()
            var kinds: [FileEvent.Kind] = []
            for try await event in try follower.stream(
                FilesInterface.Follow.method, FilesInterface.Follow(), returning: FileEvent.self)
            {
                kinds.append(event.kind)
                if event.kind == .subscribed {
                    let told = try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
                    #expect(told.contains { $0.reason.contains("nobody has taken") }, "\(told)")
                    _ = try await ServiceWorld.call(AppsInterface.SetState(state: .foreground), on: app)
                }
                if event.isEnding { break }
            }
            #expect(kinds == [.subscribed, .finished])
        }
    }

    @Test("Only who runs has a state, and only the app itself or a person says it") func refusals() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            #expect(
                try await world.call(
                    AppsInterface.SetState(bundleID: ServiceWorld.bundleID, state: .background)
                ).processIDs == [])
            let app = try await world.app()
            defer { app.close() }
            let other = await #expect(throws: ServiceError.self) {
                try await ServiceWorld.call(
                    AppsInterface.SetState(bundleID: "com.example.other", state: .background), on: app)
            }
            #expect(other?.code == .notAttributed)
        }
    }
}
