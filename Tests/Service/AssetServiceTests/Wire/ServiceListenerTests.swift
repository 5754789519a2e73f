// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import CSystemShims
import Glibc
import ServiceInterface
import SystemSupport
import Testing
import Varlink

@testable import AssetService

/// Connections to the service's socket: what is answered, and what is refused.
@Suite(.timeLimit(.minutes(2)))
struct ServiceListenerTests {
    private func error(_ body: () async throws(VarlinkError) -> Void) async -> VarlinkError? {
        do throws(VarlinkError) {
            try await body()
            return nil
        } catch { return error }
    }

    private func name(_ error: VarlinkError?) -> String? {
        guard case .remote(let name, _) = error else { return nil }
        return name
    }

    @Test func callsAreAnsweredOneAfterTheOther() async throws {
        try await Listening.with { listening in
            let calls = (0..<20).map { #"{"method":"org.example.test.Echo","parameters":{"text":"\#($0)"}}"# + "\0" }
            let replies = try listening.exchange(Array(calls.joined().utf8), messages: 20)
            #expect(replies == (0..<20).map { #"{"parameters":{"text":"\#($0)"}}"# })
        }
    }

    @Test func streamsContinueUntilTheirLastReply() async throws {
        try await Listening.with { listening in
            let connection = try listening.connection()
            var numbers: [Int] = []
            let replies = try connection.stream(
                Listening.Count.method, Listening.Count(to: 5), returning: Listening.Count.Reply.self)
            for try await reply in replies { numbers.append(reply.number) }
            #expect(numbers == [1, 2, 3, 4, 5])
            // The connection serves on.
            #expect(try await listening.call(Listening.Echo(text: "x"), on: connection).text == "x")
            let single = await error { () throws(VarlinkError) in
                _ = try await listening.call(Listening.Count(to: 5), on: connection)
            }
            #expect(name(single) == "org.varlink.service.ExpectedMore")
        }
    }

    @Test func callsThatNeedNoReplyGetNone() async throws {
        try await Listening.with { listening in
            let calls =
                #"{"method":"org.example.test.Fail","oneway":true}"# + "\0"
                + #"{"method":"org.example.test.Echo","oneway":true,"parameters":{"text":"a"}}"# + "\0"
                + #"{"method":"org.example.test.Echo","parameters":{"text":"b"}}"# + "\0"
            let replies = try listening.exchange(Array(calls.utf8), messages: 1)
            #expect(replies == [#"{"parameters":{"text":"b"}}"#])
        }
    }

    @Test func errorsNameTheirCause() async throws {
        try await Listening.with { listening in
            let connection = try listening.connection()
            let failed = await error { () throws(VarlinkError) in
                _ = try await listening.call(Listening.Fail(), on: connection)
            }
            #expect(
                failed.flatMap { ServiceError($0) } == ServiceError(.outOfSpace, "the disk is full", subject: "disk"))
            func call(_ method: String, _ parameters: [String: String] = [:]) async -> VarlinkError? {
                await error { () throws(VarlinkError) in
                    _ = try await connection.call(method, parameters, returning: EmptyReply.self)
                }
            }
            #expect(name(await call("org.example.test.Nothing")) == "org.varlink.service.MethodNotFound")
            #expect(name(await call("org.example.other.Echo")) == "org.varlink.service.InterfaceNotFound")
            #expect(name(await call("nonsense")) == "org.varlink.service.InterfaceNotFound")
            #expect(
                await call("org.example.test.Echo")
                    == .remote(
                        name: "org.varlink.service.InvalidParameter", parameters: Array(#"{"parameter":"text"}"#.utf8)))
            #expect(
                name(await call("org.varlink.service.GetInterfaceDescription", ["interface": "org.example.none"]))
                    == "org.varlink.service.InterfaceNotFound")
            // None of that ended the connection.
            #expect(try await listening.call(Listening.Echo(text: "x"), on: connection).text == "x")
        }
    }

    @Test func theServiceDescribesItself() async throws {
        try await Listening.with { listening in
            let connection = try listening.connection()
            let info = try await connection.call(
                VarlinkServiceInterface.getInfo, VarlinkServiceInterface.NoParameters(),
                returning: VarlinkServiceInfo.self)
            #expect(info.product == "backgroundassetsd")
            #expect(info.version == "7")
            #expect(info.interfaces == ["org.varlink.service", "org.example.test"])
            for (name, beginning) in [
                ("org.example.test", "interface org.example.test"), ("org.varlink.service", ""),
            ] {
                let description = try await connection.call(
                    VarlinkServiceInterface.getInterfaceDescription,
                    VarlinkServiceInterface.InterfaceName(interface: name),
                    returning: VarlinkServiceInterface.Description.self
                ).description
                #expect(description.contains("interface \(name)") && description.hasPrefix(beginning))
            }
        }
    }

    @Test(arguments: [
        "nonsense\0", "[]\0", "{}\0", "\0", #"{"method":7}"# + "\0", #"{"method":"a.b","parameters":[]}"# + "\0",
        "GET / HTTP/1.1\r\n\r\n\0", "\u{16}\u{3}\u{1}\0",
    ])
    func junkEndsItsConnectionOnly(_ junk: String) async throws {
        try await Listening.with { listening in
            let connection = try listening.connection()
            #expect(try await listening.call(Listening.Echo(text: "x"), on: connection).text == "x")
            let replies = try listening.exchange(Array(junk.utf8), messages: 1)
            #expect(replies.allSatisfy { $0.contains("error") }, "\(replies)")
            #expect(try await listening.call(Listening.Echo(text: "y"), on: connection).text == "y")
        }
    }

    @Test func aMessageWithoutEndIsCutOff() async throws {
        try await Listening.with { listening in
            let endless = [UInt8](repeating: UInt8(ascii: "x"), count: MessageDecoder.limit + (1 << 18))
            let replies = try listening.exchange(endless, messages: 1)
            #expect(replies.allSatisfy { $0.contains("MessageInvalid") }, "\(replies)")
            let connection = try listening.connection()
            #expect(try await listening.call(Listening.Echo(text: "y"), on: connection).text == "y")
        }
    }

    @Test func whoSendsMoreThanCanWaitIsCutOff() async throws {
        try await Listening.with { listening in
            let waiting = Array((#"{"method":"org.example.test.Wait"}"# + "\0").utf8)
            let more = Array((#"{"method":"org.example.test.Echo","parameters":{"text":"a"}}"# + "\0").utf8)
            let replies = try listening.exchange(
                waiting + Array(repeatElement(more, count: 500).joined()), messages: 1)
            #expect(replies.allSatisfy { $0.contains("more than 64 calls") }, "\(replies)")
        }
    }

    @Test func whoSendsNoMoreIsAnsweredStill() async throws {
        try await Listening.with { listening in
            var events = listening.events.makeAsyncIterator()
            // Longer than what the socket and NIO take at once.
            let long = String(repeating: "x", count: 900_000)
            let calls = [long, "b"].map { #"{"method":"org.example.test.Echo","parameters":{"text":"\#($0)"}}"# + "\0" }
            let replies = try listening.exchange(Array(calls.joined().utf8), messages: 3, halfCloses: true)
            #expect(replies == [long, "b"].map { #"{"parameters":{"text":"\#($0)"}}"# })
            #expect(await events.next() == "opened")
            #expect(await events.next() == "ended")
            // A stream goes on too.
            let count = #"{"method":"org.example.test.Count","more":true,"parameters":{"to":3}}"# + "\0"
            #expect(try listening.exchange(Array(count.utf8), messages: 3, halfCloses: true).count == 3)
        }
    }

    @Test func whoSendsNoMoreAndThenLeavesIsNotWaitedFor() async throws {
        try await Listening.with { listening in
            var events = listening.events.makeAsyncIterator()
            let socket = try OwnedDescriptor(checking: ba_connect_unix(listening.path), "connect to", listening.path)
            let waiting = Array((#"{"method":"org.example.test.Wait"}"# + "\0").utf8)
            #expect(send(socket.rawValue, waiting, waiting.count, Int32(MSG_NOSIGNAL)) == waiting.count)
            #expect(shutdown(socket.rawValue, Int32(SHUT_WR)) == 0)
            #expect(await events.next() == "opened")
            #expect(await events.next() == "waits")
            close(socket.release())
            #expect(await events.next() == "waited")
            #expect(await events.next() == "ended")
        }
    }

    @Test func whatIsDoneForACallerEndsWithIt() async throws {
        try await Listening.with { listening in
            var events = listening.events.makeAsyncIterator()
            let connection = try listening.connection()
            let call = Task { try await listening.call(Listening.Wait(), on: connection) }
            #expect(await events.next() == "opened")
            #expect(await events.next() == "waits")
            #expect(listening.activity.connectionCount == 1)
            connection.close()
            #expect(await events.next() == "waited")
            #expect(await events.next() == "ended")
            #expect(listening.activity.connectionCount == 0)
            await #expect(throws: VarlinkError.self) { try await call.value }
        }
    }
}
