// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import SystemSupport
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
            await world.server.wait { $0.stalledCount == 2 }
            world.server.release()
            // It goes on from where it was, in the transfer that it had: nothing was begun anew.
            try await world.waitForNoFiles()
            #expect(world.server.requests.filter { $0.path == "/one" }.count == 1)
            let endings = try await world.storedEndings()
            #expect(endings == 2)
        }
    }

    @Test("An app that is not installed is said not to be") func unknown() async throws {
        try await ServiceWorld.with { world in
            let error = await #expect(throws: ServiceError.self) {
                try await world.call(AppsInterface.SetState(bundleID: "nope", state: .background))
            }
            #expect(error?.code == .appNotFound)
        }
    }

    private func isInFront(in world: ServiceWorld) async throws -> Bool? {
        try await world.call(DownloadsInterface.List()).downloads.first?.foreground
    }

    @Test("A8: what an app has in front stays there when the service is another one, for as long as the app comes back")
    func restart() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            let app = try await world.app()
            world.server.serve("/one", bytes, faults: [.stall(after: 50_000), .stall(after: 50_000), .stall(after: 0)])
            try await startInFront(world.file("one"), on: app)
            await world.server.wait { $0.stalledCount == 1 }
            try await world.restart()
            app.close()
            let again = try await world.app()
            #expect(try await isInFront(in: world) == true)
            world.clock.advance(by: ForegroundWatch.grace + 1)
            #expect(try await isInFront(in: world) == true)
            // This time the app has ended in the meantime.
            try await world.restart()
            again.close()
            #expect(try await isInFront(in: world) == true)
            // The time that it has to come back is over.
            let end = world.clock.now + ForegroundWatch.grace
            _ = try await world.wait { world.clock.isAwaited(end) ? true : nil }
            world.clock.advance(by: ForegroundWatch.grace)
            _ = try await world.wait { try await isInFront(in: world) == false ? true : nil }
            world.server.release()
        }
    }

    /// A process of an app: it has one download in front and follows what becomes of it.
    private static let follower = """
        import json, socket, sys
        path, root, token, file = sys.argv[1:]
        def connect():
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(path)
            call(connection, "Apps.Hello", {
                "protocolVersion": 1, "root": root, "token": token, "preferredLanguages": ["en"]})
            read(connection)
            return connection
        def call(connection, method, parameters, more=False):
            message = {"method": "backgroundassets.v1." + method, "parameters": parameters}
            if more: message["more"] = True
            connection.sendall(json.dumps(message).encode() + b"\\0")
        buffers = {}
        def read(connection):
            buffer = buffers.get(connection, b"")
            while b"\\0" not in buffer:
                data = connection.recv(65536)
                if not data: sys.exit(1)
                buffer += data
            message, buffers[connection] = buffer.split(b"\\0", 1)
            return json.loads(message)
        calls, events = connect(), connect()
        call(events, "Files.Follow", {}, more=True)
        read(events)
        call(calls, "Files.Schedule", {"file": json.loads(file), "foreground": True})
        print(read(calls).get("error", "scheduled"), flush=True)
        while True: print(read(events)["parameters"]["kind"], flush=True)
        """

    @Test("A7: an app that was stopped has nothing in front, and hears of what has ended when it goes on")
    func stopped() async throws {
        try await ServiceWorld.with { world in
            try await world.install()
            world.server.serve("/one", bytes, faults: [.stall(after: 50_000), .stall(after: 50_000)])
            let environment = try await world.call(AppsInterface.Identify(bundleID: ServiceWorld.bundleID)).environment
            let process = TestProcess()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
            process.arguments = [
                try world.folder.write(Self.follower, to: "follower.py"), world.location.socketPath, world.root,
                try #require(environment[ServiceProtocol.launchTokenVariable]),
                String(decoding: try JSONEncoder().encode(world.file("one")), as: UTF8.self),
            ]
            let output = try world.folder.write("", to: "output")
            process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
            try process.run()
            defer {
                // Foundation starts it with the signals of this thread blocked.
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
            }
            func lines() throws -> [Substring] {
                try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
            }
            await world.server.wait { $0.stalledCount == 1 }
            #expect(try await isInFront(in: world) == true)
            kill(process.processIdentifier, SIGSTOP)
            _ = try await world.wait { () -> Bool? in
                world.clock.advance(by: 1)
                return try await isInFront(in: world) == false ? true : nil
            }
            world.server.release()
            try await world.waitForNoFiles()
            let told = try await world.call(DownloadsInterface.Explain(id: ServiceWorld.bundleID)).explanations
            #expect(told.contains { $0.reason.contains("nobody has taken") }, "\(told)")
            #expect(try lines().first == "scheduled" && !lines().contains("finished"))
            kill(process.processIdentifier, SIGCONT)
            _ = try await world.wait { () -> Bool? in
                world.clock.advance(by: 1)
                return try lines().contains("finished") ? true : nil
            }
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
