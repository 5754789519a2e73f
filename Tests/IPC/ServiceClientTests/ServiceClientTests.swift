// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import IPCTestSupport
import ServiceClient
import ServiceInterface
import Synchronization
import SystemSupport
import Testing
import Varlink

@Suite struct ServiceClientTests {
    private let folder: TemporaryFolder
    private let location: ServiceLocation

    init() throws {
        folder = try TemporaryFolder()
        location = ServiceLocation(root: folder.path)
        try Directory.createFolders(location.runtime)
    }

    private func peer(_ script: @escaping ScriptedPeer.Script) throws -> ScriptedPeer {
        try ScriptedPeer(path: location.socketPath, script: script)
    }

    private func client(_ role: ServiceClient.Role = .tool) -> ServiceClient {
        ServiceClient(location: location, role: role, launcher: nil)
    }

    /// Answers Hello as the service of this root, and `Packs.Remove`.
    private func helloScript(root: String? = nil) -> ScriptedPeer.Script {
        let root = root ?? location.root
        return { call, connection in
            switch call.method {
            case AppsInterface.Hello.method:
                connection.reply(
                    AppsInterface.Hello.Reply(
                        protocolVersion: 1, root: root, bundleID: "app", appGroupID: "group", configurationProblem: nil)
                )
            default:
                connection.reply(EmptyReply())
            }
        }
    }

    // MARK: Calls

    @Test func toolsCallWithoutHello() async throws {
        let peer = try peer { _, connection in connection.reply(PacksInterface.List.Reply(packs: [])) }
        defer { peer.stop() }
        let client = client()
        #expect(try await client.call(PacksInterface.List()).packs == [])
        #expect(try client.callBlocking(PacksInterface.List()).packs == [])
        #expect(peer.calls == [PacksInterface.List.method, PacksInterface.List.method])
        #expect(peer.accepted == 1)
        #expect(try await client.identity() == nil)
    }

    @Test func appsSayHelloOnEachConnection() async throws {
        let hellos = Mutex<[AppsInterface.Hello]>([])
        let script = helloScript()
        let peer = try peer { call, connection in
            if call.method == AppsInterface.Hello.method, let hello = try? call.parameters(as: AppsInterface.Hello.self)
            {
                hellos.withLock { $0.append(hello) }
            }
            script(call, connection)
        }
        defer { peer.stop() }
        let client = client(.app(token: "token", preferredLanguages: ["de", "en"]))
        #expect(try client.identityBlocking()?.bundleID == "app")
        #expect(try await client.identity()?.appGroupID == "group")
        for _ in 0..<5 { _ = try await client.call(PacksInterface.Remove(packID: "p")) }
        #expect(peer.accepted == 1)
        let hello = try #require(hellos.withLock { $0.first })
        #expect(hello.token == "token")
        #expect(hello.preferredLanguages == ["de", "en"])
        #expect(hello.root == location.root)
        #expect(hello.protocolVersion == ServiceProtocol.version)
        peer.dropConnections()
        _ = try await client.call(PacksInterface.Remove(packID: "p"))
        #expect(hellos.withLock { $0.count } == 2)
    }

    @Test func callsRunBesideEachOther() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: ScriptedConnection.self)
        let peer = try peer { _, connection in arrived.yield(connection) }
        defer { peer.stop() }
        let client = client()
        // None is answered before all have arrived.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { _ = try await client.call(PacksInterface.Remove(packID: "p")) } }
            var connections: [ScriptedConnection] = []
            for await connection in arrivals {
                connections.append(connection)
                if connections.count == 10 { break }
            }
            for connection in connections { connection.reply(EmptyReply()) }
            try await group.waitForAll()
        }
        #expect(peer.accepted == 10)
    }

    @Test func errorsOfTheServiceAreItsOwn() async throws {
        let error = ServiceError(.assetPackNotFound, "there is no p", subject: "p")
        let peer = try peer { _, connection in connection.fail(error.wireName, error.wireParameters) }
        defer { peer.stop() }
        let client = client()
        await #expect(throws: ServiceClientError.service(error)) {
            try await client.call(PacksInterface.Remove(packID: "p"))
        }
        #expect(throws: ServiceClientError.service(error)) {
            try client.callBlocking(PacksInterface.Remove(packID: "p"))
        }
        #expect(peer.accepted == 1)
    }

    @Test func cancellationIsAnErrorOfItsOwn() async throws {
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        let peer = try peer { _, _ in called.yield() }
        defer { peer.stop() }
        let client = client()
        let task = Task { try await client.call(PacksInterface.Remove(packID: "p")) }
        var iterator = calls.makeAsyncIterator()
        _ = await iterator.next()
        task.cancel()
        await #expect(throws: ServiceClientError.cancelled) { try await task.value }
    }

    // MARK: Lost connections

    @Test func callsAreMadeAgainWithTheSameID() async throws {
        let ids = Mutex<[String]>([])
        let peer = try peer { call, connection in
            guard let id = try? call.parameters(as: PacksInterface.CheckForUpdates.self).callID else { return }
            let count = ids.withLock {
                $0.append(id)
                return $0.count
            }
            // It dies twice after it has taken the call.
            if count % 3 != 0 { return connection.close() }
            connection.reply(PacksInterface.CheckForUpdates.Reply(updatingIDs: ["p"], removedIDs: []))
        }
        defer { peer.stop() }
        let client = client()
        #expect(try await client.call(PacksInterface.CheckForUpdates(callID: "one")).updatingIDs == ["p"])
        #expect(try client.callBlocking(PacksInterface.CheckForUpdates(callID: "two")).updatingIDs == ["p"])
        #expect(ids.withLock { $0 } == ["one", "one", "one", "two", "two", "two"])
    }

    @Test func callsThatMayNotBeRepeatedAreNot() async throws {
        let peer = try peer { _, connection in connection.close() }
        defer { peer.stop() }
        let client = client()
        await #expect(throws: ServiceClientError.connection(.connectionClosed)) {
            try await client.call(ControlInterface.Stop(), repeats: false)
        }
        #expect(throws: ServiceClientError.connection(.connectionClosed)) {
            try client.callBlocking(ControlInterface.Stop(), repeats: false)
        }
        #expect(peer.calls.count == 2)
    }

    @Test func aServiceThatAlwaysDiesIsGivenUp() async throws {
        let peer = try peer { _, connection in connection.close() }
        defer { peer.stop() }
        let client = client()
        await #expect(throws: ServiceClientError.connection(.connectionClosed)) {
            try await client.call(PacksInterface.List())
        }
        #expect(peer.calls.count == 9)
    }

    @Test func aServiceThatStopsIsAskedAgain() async throws {
        let count = Atomic(0)
        let peer = try peer { _, connection in
            if count.add(1, ordering: .relaxed).newValue < 3 {
                let error = ServiceError(.serviceStopping, "stopping")
                connection.fail(error.wireName, error.wireParameters)
            } else {
                connection.reply(EmptyReply())
            }
        }
        defer { peer.stop() }
        _ = try await client().call(PacksInterface.Remove(packID: "p"))
        #expect(peer.accepted == 3)
    }

    @Test func idleConnectionsThatEndedAreNotUsed() async throws {
        let peer = try peer { _, connection in connection.reply(EmptyReply()) }
        defer { peer.stop() }
        let client = client()
        _ = try await client.call(ControlInterface.Stop(), repeats: false)
        peer.dropConnections()
        _ = try await client.call(ControlInterface.Stop(), repeats: false)
        #expect(peer.accepted == 2)
    }

    // MARK: Streams

    @Test func streamsHaveAConnectionOfTheirOwn() async throws {
        let peer = try peer { call, connection in
            guard call.more else {
                connection.reply(EmptyReply())
                return
            }
            for id in 1...3 as ClosedRange<Int64> {
                connection.reply(PackEvent(id: id, kind: .began, bundleID: "app", pack: nil), continues: true)
            }
            let error = ServiceError(.serviceStopping, "stopping")
            connection.fail(error.wireName, error.wireParameters)
        }
        defer { peer.stop() }
        let client = client()
        var events = try await client.stream(PacksInterface.Subscribe()).makeAsyncIterator()
        #expect(try await events.next()?.id == 1)
        _ = try await client.call(PacksInterface.Remove(packID: "p"))
        #expect(try await events.next()?.id == 2)
        #expect(try await events.next()?.id == 3)
        let error = await #expect(throws: ServiceClientError.self) { try await events.next() }
        #expect(error?.serviceError?.code == .serviceStopping)
        #expect(try await events.next() == nil)
        #expect(peer.accepted == 2)
    }

    // MARK: Trust

    @Test func anotherRootIsRefused() async throws {
        let peer = try peer(helloScript(root: "/elsewhere"))
        defer { peer.stop() }
        await #expect(throws: ServiceClientError.rootMismatch(expected: location.root, answered: "/elsewhere")) {
            try await client(.app(token: nil, preferredLanguages: [])).identity()
        }
    }

    @Test func aRuntimeFolderOpenToOthersIsRefused() throws {
        #expect(chmod(location.runtime, 0o777) == 0)
        let error = #expect(throws: ServiceClientError.self) { try client().callBlocking(PacksInterface.List()) }
        guard case .folderUntrusted(location.runtime, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(.enabled(if: getuid() == 0)) func aRuntimeFolderOfAnotherUserIsRefused() throws {
        #expect(chown(location.runtime, 12_345, 12_345) == 0)
        #expect(
            throws: ServiceClientError.folderUntrusted(
                path: location.runtime, reason: "belongs to the user 12345")
        ) { try client().callBlocking(PacksInterface.List()) }
    }

    @Test func aRuntimeFolderThatIsALinkIsRefused() throws {
        let elsewhere = folder.path + "/elsewhere"
        try Directory.createFolders(elsewhere)
        #expect(rmdir(location.runtime) == 0)
        #expect(symlink(elsewhere, location.runtime) == 0)
        #expect(throws: ServiceClientError.folderUntrusted(path: location.runtime, reason: "is no folder")) {
            try client().callBlocking(PacksInterface.List())
        }
    }

    // MARK: Inherited sockets

    @Test func anInheritedSocketIsAllThereIs() async throws {
        let (near, far) = try socketPair()
        let peer = ScriptedConnection(descriptor: OwnedDescriptor(taking: far))
        let script = helloScript()
        startThread {
            for _ in 0..<3 {
                guard let call = peer.next() else { return }
                script(call, peer)
            }
            _ = peer.next()
            peer.close()
        }
        let client = ServiceClient(
            location: location, role: .app(token: "t", preferredLanguages: []),
            inheriting: OwnedDescriptor(taking: near))
        #expect(try client.identityBlocking()?.bundleID == "app")
        _ = try await client.call(PacksInterface.Remove(packID: "p"))
        _ = try client.callBlocking(PacksInterface.Remove(packID: "p"))
        await #expect(throws: ServiceClientError.streamsUnavailable) {
            _ = try await client.stream(PacksInterface.Subscribe())
        }
        await #expect(throws: ServiceClientError.connection(.connectionClosed)) {
            try await client.call(PacksInterface.Remove(packID: "p"))
        }
    }
}
