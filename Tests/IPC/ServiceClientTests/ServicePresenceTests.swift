// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import CSystemShims
import Foundation
import Glibc
import IPCTestSupport
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import ServiceClient

/// The presence of an app with the service, over its restarts.
@Suite struct ServicePresenceTests {
    private let folder: TemporaryFolder
    private let location: ServiceLocation
    private let hellos: AsyncStream<String>
    private let greeted: AsyncStream<String>.Continuation

    init() throws {
        folder = try TemporaryFolder()
        location = ServiceLocation(root: folder.path + "/root")
        (hellos, greeted) = AsyncStream.makeStream()
    }

    private func peer() throws -> ScriptedPeer {
        let (location, greeted) = (location, greeted)
        return try ScriptedPeer(path: location.socketPath) { call, connection in
            guard call.method == AppsInterface.Hello.method else {
                connection.reply(EmptyReply())
                return
            }
            connection.reply(
                AppsInterface.Hello.Reply(
                    protocolVersion: 1, root: location.root, bundleID: "app", appGroupID: nil,
                    configurationProblem: nil))
            greeted.yield((try? call.parameters(as: AppsInterface.Hello.self))?.token ?? "")
        }
    }

    /// An app's client whose service, when it has to be started, is a script that leaves a file.
    private func client() throws -> ServiceClient {
        let executable = folder.path + "/backgroundassetsd"
        try Data("#!/bin/sh\ntouch \(folder.path)/started\n".utf8).write(to: URL(fileURLWithPath: executable))
        chmod(executable, 0o755)
        return ServiceClient(
            location: location, role: .app(token: "t", preferredLanguages: []),
            launcher: ServiceLauncher(environment: [
                "BACKGROUND_ASSETS_ROOT": location.root, "BACKGROUND_ASSETS_SERVICE_EXECUTABLE": executable,
                "PATH": "/usr/bin:/bin",
            ]))
    }

    private var isStarted: Bool { FileStatus(path: folder.path + "/started") != nil }

    @Test func aRestartOfTheServiceIsFollowedByAHello() async throws {
        var hellos = hellos.makeAsyncIterator()
        let first = try peer()
        let presence = ServicePresence(client: try client())
        defer { presence.end() }
        presence.start()
        presence.start()
        #expect(await hellos.next() == "t")
        first.dropConnections()
        #expect(await hellos.next() == "t")
        // It ends by itself, and comes back when somebody else calls it.
        first.stop()
        let second = try peer()
        defer { second.stop() }
        #expect(await hellos.next() == "t")
        #expect(!isStarted)
    }

    @Test func aServiceThatWasKilledIsStarted() async throws {
        var hellos = hellos.makeAsyncIterator()
        let first = try peer()
        let presence = ServicePresence(client: try client())
        defer { presence.end() }
        presence.start()
        #expect(await hellos.next() == "t")
        first.stop()
        // What a kill leaves: a socket at which nobody listens.
        let socket = OwnedDescriptor(taking: ba_listen_unix(location.socketPath, 1))
        _ = consume socket
        while !isStarted { try await Task.sleep(for: .milliseconds(2)) }
        let second = try peer()
        defer { second.stop() }
        #expect(await hellos.next() == "t")
    }

    @Test func aServiceThatEndedOnPurposeIsLeftAlone() async throws {
        let client = try client()
        try Directory.createFolders(location.runtime)
        #expect(throws: ServiceClientError.serviceNotRunning(socket: location.socketPath)) {
            _ = try client.connectAlone(.afterCrash)
        }
        #expect(!isStarted)
    }

    @Test func anEndedPresenceStaysAway() async throws {
        var hellos = hellos.makeAsyncIterator()
        let peer = try peer()
        defer { peer.stop() }
        let presence = ServicePresence(client: try client())
        presence.start()
        #expect(await hellos.next() == "t")
        presence.end()
        let other = ServicePresence(client: try client())
        defer { other.end() }
        other.start()
        #expect(await hellos.next() == "t")
        #expect(peer.accepted == 2)
    }
}
