// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing
import Varlink

@testable import AssetService

/// Downloads that an app schedules itself, and whose server does not do as it should.
@Suite("Failures of file downloads", .timeLimit(.minutes(5))) struct FileFailureTests {
    private let bytes: [UInt8] = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

    private func with(_ body: (ServiceWorld) async throws -> Void) async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            world.server.serve("/one", bytes)
            try await body(world)
        }
    }

    @Test("B9: what is gone for good fails at once; the app learns why") func failures() async throws {
        try await with { world in
            for (path, status) in [("/none", 404), ("/gone", 410), ("/secret", 403)] {
                world.server.serve(path, [], finally: .status(status))
                _ = try await world.schedule(world.file(String(path.dropFirst())))
            }
            try await world.waitForNoFiles()
            let events = try await world.endings(count: 3)
            #expect(
                events.map { "\($0.file?.identifier ?? "") \($0.failure?.cause.rawValue ?? "")" }.sorted() == [
                    "gone notFound", "none notFound", "secret badStatus",
                ])
            #expect(events.allSatisfy { $0.failure?.message.contains("status") == true })
        }
    }

    @Test("B9: a background download waits for a server that has trouble, and says so") func retries() async throws {
        try await with { world in
            world.server.serve("/one", bytes, faults: [.status(503), .status(503)])
            _ = try await world.schedule(world.file("one"))
            for number in 1...2 {
                // Of this try, and not of the one before it.
                await world.server.wait { $0.requests.filter { $0.path == "/one" }.count == number }
                let record = try await world.wait {
                    try await world.files().first { $0.waiting?.contains("503") == true }
                }
                #expect(record.state == .waiting)
                world.clock.advance(by: 60)
            }
            try await world.waitForNoFiles()
            #expect(try await world.endings().map(\.kind) == [.finished])
        }
    }

    @Test("B9: and is given up after seven days") func patience() async throws {
        try await with { world in
            world.server.serve("/one", bytes, finally: .status(503))
            _ = try await world.schedule(world.file("one"))
            _ = try await world.wait { try await world.files().first { $0.waiting?.contains("503") == true } }
            world.clock.advance(by: 8 * 86_400)
            try await world.waitForNoFiles()
            #expect(try await world.endings().map(\.failure?.cause) == [.badStatus])
        }
    }

    @Test("B9: a foreground download fails at once when its server cannot be reached") func foregroundFailures()
        async throws
    {
        try await with { world in
            let app = try await world.app()
            defer { app.close() }
            var file = world.file("one")
            file.request.url = "https://127.0.0.1:1/one"
            _ = try await ServiceWorld.call(FilesInterface.Schedule(file: file, foreground: true), on: app)
            try await world.waitForNoFiles()
            #expect(try await world.endings().map(\.failure?.cause) == [.cannotConnect])
        }
    }
}
