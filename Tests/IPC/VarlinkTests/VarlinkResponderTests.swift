// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import IPCTestSupport
import SystemSupport
import Testing
import Varlink

@Suite struct VarlinkResponderTests {
    private static let text = """
        # For tests.
        interface a.test.Numbers
        method Double(number: int) -> (number: int)
        method Slow(number: int) -> (number: int)
        method Refuse() -> ()
        method Later() -> ()
        """

    private struct Nothing: Codable, Sendable {}

    /// A responder on one end of a pair, and a connection on the other.
    private func pair() throws -> (VarlinkResponder, VarlinkConnection) {
        let (near, far) = try socketPair()
        var handlers = VarlinkHandlers()
        handlers.add(try InterfaceDescription(Self.text))
        handlers.on("a.test.Numbers.Double") { (number: Number) in Number(number: 2 * number.number) }
        handlers.onAsync("a.test.Numbers.Slow") { (number: Number) async in
            await Task.yield()
            return Number(number: 3 * number.number)
        }
        handlers.on("a.test.Numbers.Refuse") { (_: Nothing) throws(VarlinkError) -> Nothing in
            throw .remote(name: "a.test.Numbers.No", parameters: Array(#"{"number":7}"#.utf8))
        }
        let info = VarlinkServiceInfo(vendor: "v", product: "p", version: "1", url: "u", interfaces: [])
        return (
            VarlinkResponder(descriptor: OwnedDescriptor(taking: near), info: info, handlers: handlers),
            VarlinkConnection(descriptor: OwnedDescriptor(taking: far))
        )
    }

    @Test func answersUntilThePeerCloses() async throws {
        let (responder, connection) = try pair()
        async let served: Void = responder.serve()
        #expect(
            try await connection.call("a.test.Numbers.Double", Number(number: 4), returning: Number.self).number == 8)
        #expect(
            try await connection.call("a.test.Numbers.Slow", Number(number: 4), returning: Number.self).number == 12)
        await #expect(throws: VarlinkError.remote(name: "a.test.Numbers.No", parameters: Array(#"{"number":7}"#.utf8)))
        {
            try await connection.call("a.test.Numbers.Refuse", Nothing(), returning: Nothing.self)
        }
        connection.close()
        try await served
    }

    @Test func describesItself() async throws {
        let (responder, connection) = try pair()
        async let served: Void = responder.serve()
        let info = try await connection.call(
            VarlinkServiceInterface.getInfo, Nothing(), returning: VarlinkServiceInfo.self)
        #expect(info.interfaces == ["org.varlink.service", "a.test.Numbers"])
        for name in info.interfaces {
            let description = try await connection.call(
                VarlinkServiceInterface.getInterfaceDescription, VarlinkServiceInterface.InterfaceName(interface: name),
                returning: VarlinkServiceInterface.Description.self)
            #expect(try InterfaceDescription(description.description).name == name)
        }
        connection.close()
        try await served
    }

    @Test(
        arguments: [
            ("a.test.Numbers.Unknown", "org.varlink.service.MethodNotFound"),
            ("a.test.Numbers.Later", "org.varlink.service.MethodNotImplemented"),
            ("b.other.Interface.Method", "org.varlink.service.InterfaceNotFound"),
            ("org.varlink.service.Nothing", "org.varlink.service.MethodNotFound"),
            ("nodots", "org.varlink.service.InterfaceNotFound"),
            ("a.test.Numbers.Double", "org.varlink.service.InvalidParameter"),
            ("org.varlink.service.GetInterfaceDescription", "org.varlink.service.InvalidParameter"),
        ])
    func refusesWhatItDoesNotKnow(_ method: String, _ expected: String) async throws {
        let (responder, connection) = try pair()
        async let served: Void = responder.serve()
        let error = await #expect(throws: VarlinkError.self) {
            try await connection.call(method, Nothing(), returning: Nothing.self)
        }
        guard case .remote(expected, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // It goes on to answer.
        #expect(
            try await connection.call("a.test.Numbers.Double", Number(number: 1), returning: Number.self).number == 2)
        connection.close()
        try await served
    }

    @Test func unknownInterfacesHaveNoDescription() async throws {
        let (responder, connection) = try pair()
        async let served: Void = responder.serve()
        await #expect(
            throws: VarlinkError.remote(
                name: "org.varlink.service.InterfaceNotFound", parameters: Array(#"{"interface":"x.y"}"#.utf8))
        ) {
            try await connection.call(
                VarlinkServiceInterface.getInterfaceDescription,
                VarlinkServiceInterface.InterfaceName(interface: "x.y"),
                returning: VarlinkServiceInterface.Description.self)
        }
        connection.close()
        try await served
    }

    @Test(arguments: ["nonsense\0", "\0", #"{"parameters":{}}"# + "\0"])
    func whatIsNoCallEndsTheConnection(_ bytes: String) async throws {
        let (near, far) = try socketPair()
        let responder = VarlinkResponder(
            descriptor: OwnedDescriptor(taking: near),
            info: VarlinkServiceInfo(vendor: "v", product: "p", version: "1", url: "u", interfaces: []),
            handlers: VarlinkHandlers())
        let peer = ScriptedConnection(descriptor: OwnedDescriptor(taking: far))
        peer.send(Array(bytes.utf8))
        await #expect(throws: VarlinkError.self) { try await responder.serve() }
    }

    @Test func onewayCallsGetNoReply() async throws {
        let (near, far) = try socketPair()
        var handlers = VarlinkHandlers()
        handlers.on("a.b.Double") { (number: Number) in Number(number: 2 * number.number) }
        let responder = VarlinkResponder(
            descriptor: OwnedDescriptor(taking: near),
            info: VarlinkServiceInfo(vendor: "v", product: "p", version: "1", url: "u", interfaces: []),
            handlers: handlers)
        async let served: Void = responder.serve()
        let bytes = try VarlinkCall.encode(method: "a.b.Double", parameters: Number(number: 1), oneway: true)
        let second = try VarlinkCall.encode(method: "a.b.Double", parameters: Number(number: 21))
        #expect(Glibc.send(far, bytes + second, bytes.count + second.count, 0) == bytes.count + second.count)
        var reply = [UInt8](repeating: 0, count: 100)
        let count = recv(far, &reply, reply.count, 0)
        #expect(String(decoding: reply.prefix(count), as: UTF8.self) == #"{"parameters":{"number":42}}"# + "\0")
        close(far)
        try await served
    }
}
