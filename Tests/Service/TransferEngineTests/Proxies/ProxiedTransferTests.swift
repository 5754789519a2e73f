// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import Logging
import NIOPosix
import Testing

@testable import TransferEngine

/// Files, packs and documents of real servers with TLS, through a real proxy.
@Suite("Transfers through a proxy", .timeLimit(.minutes(5))) struct ProxiedTransferTests {
    private static let bytes = [UInt8]((0..<400_000).map { UInt8(truncatingIfNeeded: $0 / 7) })

    private func policy(_ proxy: FaultProxy) -> ProxyPolicy { ProxyPolicy(setting: proxy.address, environment: [:]) }

    private func with(_ body: (FaultServer, FaultProxy) async throws -> Void) async throws {
        try await FaultServer.with { server in
            server.serve("/file", Self.bytes)
            try await FaultProxy.with { proxy in try await body(server, proxy) }
        }
    }

    private func transport(_ server: FaultServer, _ proxies: ProxyPolicy) throws -> HTTPTransport {
        try HTTPTransport(
            group: .singleton, trustedPEM: [server.authorityPEM], proxies: proxies, logger: Logger(label: "test"))
    }

    @Test("A file comes through a tunnel, from the server that TLS proves; what an app sends goes to the server alone")
    func files() async throws {
        try await with { server, proxy in
            let fields = [
                HTTPField(name: "Authorization", value: "Bearer own"),
                HTTPField(name: "Proxy-Authorization", value: "Basic own"),
            ]
            let read = try await ServedFile.fetch(from: server, headers: fields, through: policy(proxy), nil)
            #expect(read == Self.bytes)
            #expect(proxy.connects.map(\.target) == ["127.0.0.1:\(server.port)"])
            #expect(proxy.connects.allSatisfy { $0["Authorization"] == nil && $0["Proxy-Authorization"] == nil })
            #expect(server.requests.map { $0["Authorization"] } == ["Bearer own"])
            #expect(server.requests.allSatisfy { $0["Proxy-Authorization"] == nil })
            let error = await ServedFile.failure {
                try await ServedFile.fetch(from: server, trusting: "", through: policy(proxy), nil)
            }
            guard case .untrusted(_, let reason)? = error else { Issue.record("\(String(describing: error))"); return }
            // It was looked at once more through the tunnel, to say what is wrong.
            #expect(reason.contains("authority"))
            #expect(proxy.tunnelCount == 3)
        }
    }

    @Test("Documents, entity tags and packs go through it, too") func others() async throws {
        try await TemporaryFolder.with { folder in
            try await with { server, proxy in
                let pack = try await ServedPacks.shared.pack()
                server.serve("/Pack.aar", pack.archive)
                server.serve("/Pack.blocks", pack.blocks)
                let transport = try transport(server, policy(proxy))
                let address = try HTTPAddress(server.url("/file"))
                let document = try await transport.document(at: address, limit: 1 << 20)
                #expect(document.map { [UInt8]($0.body) } == Self.bytes)
                #expect(try await transport.entityTag(at: address, known: nil) == server.entityTag("/file"))
                let request = PackTransfer.Request(
                    entry: pack.entry, manifestURL: try HTTPAddress(server.url("/manifest")),
                    stagingPath: folder.path("spool"))
                _ = try await PackTransfer(transport: transport, logger: Logger(label: "test")).run(request) { _ in }
                #expect(try pack.isStaged(in: folder.path("spool")))
                await transport.shutdown()
                // Nothing went past it.
                #expect(proxy.tunnelCount >= 2)
                let connections = Set(server.requests.map(\.connection)).count
                #expect(connections == proxy.tunnelCount)
            }
        }
    }

    @Test("A host that speaks HTTP/2 and nothing older is reached, too") func modern() async throws {
        try await TemporaryFolder.with { folder in
            try await ModernServer.with { server in
                server.serve("/file", Self.bytes)
                try await FaultProxy.with { proxy in
                    let transport = try HTTPTransport(
                        group: .singleton, trustedPEM: [server.authorityPEM], proxies: policy(proxy),
                        logger: Logger(label: "test"))
                    let request = FileTransfer.Request(
                        TransferRequest(try HTTPAddress(server.url("/file"))), stagingPath: folder.path("staging"))
                    let file = try await FileTransfer(transport: transport).run(request) { _, _ in }
                    #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path))) == Self.bytes)
                    #expect(proxy.tunnelCount == 2)
                    #expect(server.connectionCount == 2)
                    await transport.shutdown()
                }
            }
        }
    }

    @Test("Hosts that are excepted are asked straight, redirects included") func exceptions() async throws {
        try await with { server, proxy in
            server.serve("/start", [], finally: .redirect(to: server.url("/file", host: "localhost")))
            let some = ProxyPolicy(setting: proxy.address, environment: ["no_proxy": "localhost"])
            let read = try await ServedFile.fetch("/start", from: server, through: some, nil)
            #expect(read == Self.bytes)
            #expect(proxy.connects.map(\.target) == ["127.0.0.1:\(server.port)"])
            let all = ProxyPolicy(setting: "auto", environment: ["https_proxy": proxy.address])
            try await ServedFile.check(Self.bytes, from: server, through: all, nil)
            #expect(proxy.connects.count == 1)
        }
    }

    @Test("Pins and certificates of clients work in a tunnel, and so does what looks at a server before") func trust()
        async throws
    {
        try await FaultServer.with(certificate: .unknownAuthority) { server in
            server.serve("/file", Self.bytes)
            try await FaultProxy.with { proxy in
                let responder = ScriptedResponder(judges: true) { _ in .trust }
                for _ in 0..<2 {
                    try await ServedFile.check(
                        Self.bytes, from: server, trusting: "", through: policy(proxy), responder)
                }
                #expect(responder.methods == [.serverTrust])
                #expect(responder.challenges[0].distrust?.contains("authority") == true)
                #expect(responder.challenges[0].isProxy == false)
                #expect(proxy.tunnelCount == 4)
            }
        }
        try await FaultServer.with(demandsClients: true) { server in
            server.serve("/file", Self.bytes)
            let identity = try server.clientIdentity()
            try await FaultProxy.with { proxy in
                let responder = ScriptedResponder(judges: true) { challenge in
                    challenge.method == .serverTrust
                        ? .performDefaultHandling
                        : .identity(.init(.pem(certificates: identity.certificate, privateKey: identity.key)))
                }
                try await ServedFile.check(Self.bytes, from: server, through: policy(proxy), responder)
                #expect(responder.methods == [.serverTrust, .clientCertificate])
            }
        }
    }

    @Test("A tunnel that breaks in the midst of a file: it goes on where it was") func resumption() async throws {
        try await TemporaryFolder.with { folder in
            try await with { server, proxy in
                proxy.behave([.tunnel(cutAfter: 150_000)])
                let transport = try transport(server, policy(proxy))
                let request = FileTransfer.Request(
                    TransferRequest(try HTTPAddress(server.url("/file"))), stagingPath: folder.path("staging"))
                let first = await ServedFile.failure {
                    _ = try await FileTransfer(transport: transport).run(request) { _, _ in }
                }
                #expect(first?.remedy == .retry(after: nil))
                #expect(first?.isConnectivity == true)
                let file = try await FileTransfer(transport: transport).run(request) { _, _ in }
                #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path))) == Self.bytes)
                let range = try #require(server.requests.last?.range)
                #expect(range != "bytes=0-" && range.hasPrefix("bytes="))
                await transport.shutdown()
            }
        }
    }

    @Test(
        "A proxy that makes no way is named, with what it says, and asked again later",
        arguments: [
            (.status("502 Bad Gateway"), "status 502, \"Bad Gateway\""),
            (.status("403 Forbidden"), "status 403"),
            (.status("302 Found", headers: [("Location", "https://portal.example/")]), "status 302"),
            (.raw("HTTP/1.1 599 Busy [x]\r\nContent-Length: 0\r\n\r\n"), "status 599"),
            (.raw("SSH-2.0-OpenSSH_9.2\r\n"), "answers what is no HTTP"),
            (.raw("\0\0\0\0"), "answers what is no HTTP"),
            (.raw("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 200_000)), "answers what is no HTTP"),
            (.raw("HTTP/1.1 20"), "closes the connection"),
            (.close, "closes the connection"), (.hang, "does not answer"),
        ] as [(ProxyBehavior, String)])
    func faults(_ behavior: ProxyBehavior, _ words: String) async throws {
        try await with { server, proxy in
            proxy.behave(finally: behavior)
            let error = await ServedFile.failure {
                try await ServedFile.fetch(from: server, through: policy(proxy), connectTimeout: 1, nil)
            }
            guard case .proxy(_, let name, let reason)? = error else {
                Issue.record("\(String(describing: error))"); return
            }
            #expect(name == "127.0.0.1:\(proxy.port)")
            #expect(reason.contains(words), "\(reason)")
            #expect(reason.contains("`ba settings proxy`") && !reason.contains("\u{1b}"))
            #expect(error?.remedy == .retry(after: nil) && error?.isConnectivity == true)
            #expect(server.requests.isEmpty)
            // Also for what looks at the server first, and for documents.
            let judging = ScriptedResponder(judges: true) { _ in .trust }
            let other = await ServedFile.failure {
                try await ServedFile.fetch(from: server, through: policy(proxy), connectTimeout: 1, judging)
            }
            #expect(other == error)
            #expect(judging.challenges == [])
        }
    }

    @Test("A proxy that is gone is named") func gone() async throws {
        try await FaultServer.with { server in
            server.serve("/file", Self.bytes)
            let port = try await FaultProxy.with { $0.port }
            let proxies = ProxyPolicy(setting: "http://127.0.0.1:\(port)", environment: [:])
            let error = await ServedFile.failure { try await ServedFile.fetch(from: server, through: proxies, nil) }
            #expect(
                error?.description.contains("the proxy 127.0.0.1:\(port) cannot be reached: connection refused") == true
            )
            let transport = try transport(server, proxies)
            let address = try HTTPAddress(server.url("/file"))
            let document = await ServedFile.failure { _ = try await transport.document(at: address, limit: 1 << 20) }
            #expect(document == error)
            await transport.shutdown()
            #expect(await proxies.problem(group: MultiThreadedEventLoopGroup.singleton)?.contains("refused") == true)
        }
    }

    @Test("An IPv6 address, and what a server itself says of proxies") func oddities() async throws {
        try await with { server, proxy in
            proxy.behave([.status("502 Bad Gateway"), .status("502 Bad Gateway")])
            _ = await ServedFile.failure {
                try await ServedFile.fetch(from: server, host: "[::1]", through: policy(proxy), nil)
            }
            #expect(Set(proxy.connects.map(\.target)) == ["[::1]:\(server.port)"])
            // In a tunnel 407 is the server's, which is none of a proxy's challenges.
            server.serve(
                "/file", Self.bytes, finally: .status(407, headers: [("Proxy-Authenticate", "Basic realm=trap")]))
            let responder = ScriptedResponder { _ in .credential(.init(user: "u", password: "p")) }
            let error = await ServedFile.failure {
                try await ServedFile.fetch(from: server, through: policy(proxy), responder)
            }
            #expect(error == .status(url: server.url("/file"), code: 407, retryAfter: nil))
            #expect(responder.challenges == [])
        }
    }

    @Test(
        "Whether a proxy answers",
        arguments: [
            (.tunnel, nil), (.demand(["Basic realm=r"], unless: "-"), nil), (.raw("HTTP/1.1 204 None\r\n\r\n"), nil),
            (.raw("ready\n"), "no HTTP"), (.close, "closes the connection"),
        ] as [(ProxyBehavior, String?)])
    func examination(_ behavior: ProxyBehavior, _ words: String?) async throws {
        try await FaultProxy.with { proxy in
            proxy.behave(finally: behavior)
            let problem = await policy(proxy).problem(group: MultiThreadedEventLoopGroup.singleton)
            #expect((problem == nil) == (words == nil), "\(problem ?? "-")")
            if let words { #expect(problem?.contains(words) == true, "\(problem ?? "-")") }
            #expect(proxy.requests.map(\.method) == ["OPTIONS"])
        }
    }
}
