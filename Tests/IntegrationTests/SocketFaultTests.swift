// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Whatever arrives on the service's socket, and from whomever: it is answered with its cause, and the others are served.
@Suite(.timeLimit(.minutes(2)))
struct SocketFaultTests {
    private static let status = #"{"method": "backgroundassets.v1.Control.Status"}"#

    private func call(_ method: String, _ parameters: String) -> [UInt8] {
        Array(#"{"method": "\#(method)", "parameters": \#(parameters)}"#.utf8) + [0]
    }

    /// Runs `body` with a running service that has an app.
    private func with(_ body: (World) async throws -> Void) async throws {
        try await World.with { world in
            try await world.installApp()
            try await world.serving { try await body(world) }
            try await world.expectNothingLeft()
        }
    }

    @Test("what is no call is named, and its connection ends") func whatIsNoCall() async throws {
        try await with { world in
            let deep = String(repeating: "[", count: 100_000)
            let junk: [(String, [UInt8])] = [
                ("noise", noise(5000, seed: 12).map { $0 == 0 ? 1 : $0 } + [0]),
                ("an empty message", [0]),
                ("a number", Array("5".utf8) + [0]),
                ("an array", Array("[1, 2]".utf8) + [0]),
                ("no method", Array(#"{"parameters": {}}"#.utf8) + [0]),
                ("a method that is no text", Array(#"{"method": 5}"#.utf8) + [0]),
                ("invalid UTF-8", Array(#"{"method": ""#.utf8) + [0xff, 0xfe, 0xc0] + Array(#""}"#.utf8) + [0]),
                ("half a call", Array(#"{"method": "backgroundassets.v1.Con"#.utf8) + [0]),
                ("deep JSON", Array(#"{"method": "x.y", "parameters": \#(deep)"#.utf8) + [0]),
                ("HTTP", Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8) + [0]),
            ]
            for (name, bytes) in junk {
                let client = try RawClient(world.socketPath)
                client.send(bytes)
                let answer = client.receiveAll()
                for cause in [
                    "backgroundassets.v1.Errors.MessageInvalid", "process \(getpid())", "not a Varlink call",
                    "one NUL byte behind it",
                ] {
                    #expect(answer.contains(cause), "\(name): \(answer)")
                }
            }
        }
    }

    @Test("a message without end is cut off at the limit, with bounded memory") func aMessageWithoutEnd()
        async throws
    {
        try await with { world in
            for count in [2 << 20, 100 << 20] {
                let client = try RawClient(world.socketPath)
                let sent = client.send([UInt8](repeating: 0x78, count: count))
                // What is on its way when the limit is seen is as much as the sockets hold.
                if count > 50 << 20 { #expect(sent < count) }
                let answer = client.receiveAll()
                #expect(answer.contains("a message is larger than 1048576 bytes"), "\(answer)")
                #expect(answer.contains("backgroundassets.v1.Errors.MessageInvalid"), "\(answer)")
            }
            // One that has an end, behind the limit.
            let client = try RawClient(world.socketPath)
            client.send(Array(#"{"method": ""#.utf8) + [UInt8](repeating: 0x78, count: 1 << 20) + Array("\"}\0".utf8))
            #expect(client.receiveAll().contains("larger than 1048576 bytes"))
            let status = try String(contentsOfFile: "/proc/\(try await world.serviceProcess())/status", encoding: .utf8)
            let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(separator: " ")
                .compactMap { Int($0) }.first
            #expect((peak ?? .max) < 200_000, "\(status)")
        }
    }

    @Test("a call that cannot be made is answered with why, and the connection serves on")
    func aCallThatCannotBeMade() async throws {
        try await with { world in
            let deep = String(repeating: #"{"a":"#, count: 300) + "1" + String(repeating: "}", count: 300)
            let calls: [(String, [UInt8])] = [
                ("org.varlink.service.MethodNotFound", call("backgroundassets.v1.Apps.Nothing", "{}")),
                ("org.varlink.service.InterfaceNotFound", call("com.example.Nothing", "{}")),
                ("org.varlink.service.InterfaceNotFound", call("nothing", "{}")),
                ("org.varlink.service.InterfaceNotFound", call("", "{}")),
                ("bundleID", call("backgroundassets.v1.Apps.Launch", "{}")),
                ("bundleID", call("backgroundassets.v1.Apps.Launch", #"{"bundleID": 5}"#)),
                ("bundleID", call("backgroundassets.v1.Apps.Launch", #"{"bundleID": null}"#)),
                ("bundleID", call("backgroundassets.v1.Apps.Launch", #"{"bundleID": \#(deep)}"#)),
                ("parameters", call("backgroundassets.v1.Apps.Launch", "[]")),
                ("parameters", call("backgroundassets.v1.Apps.Launch", "\"text\"")),
                ("../../etc", call("backgroundassets.v1.Apps.Launch", #"{"bundleID": "../../etc"}"#)),
                (
                    "AppNotFound",
                    call("backgroundassets.v1.Apps.Uninstall", #"{"bundleID": "..", "keepData": false, "callID": "1"}"#)
                ),
                (
                    "AppNotFound",
                    call("backgroundassets.v1.Packs.Manifest", #"{"bundleID": "org.nobody", "refresh": true}"#)
                ),
                (
                    "action",
                    call(
                        "backgroundassets.v1.Downloads.ControlDownload",
                        #"{"bundleID": "a", "packID": "b", "action": "explode"}"#)
                ),
                (
                    "org.varlink.service.ExpectedMore",
                    call(
                        "backgroundassets.v1.Apps.Install",
                        #"{"source": "/nothing", "allowDowngrade": false, "callID": "1"}"#)
                ),
                (
                    "interface",
                    call("org.varlink.service.GetInterfaceDescription", "{}")
                ),
                (
                    "SettingInvalid",
                    call(
                        "backgroundassets.v1.Control.SetSetting",
                        #"{"name": "stall-timeout", "value": "99999999999999999999999"}"#)
                ),
                (
                    "SettingInvalid",
                    call("backgroundassets.v1.Control.SetSetting", #"{"name": "no-such", "value": "1"}"#)
                ),
            ]
            let client = try RawClient(world.socketPath)
            for (cause, bytes) in calls {
                client.send(bytes)
                let answer = client.receive()
                let text = String(decoding: bytes.prefix(120), as: UTF8.self)
                #expect(!answer.isClosed, "\(text)")
                #expect(answer.text.contains("\"error\"") && answer.text.contains(cause), "\(text) \(answer.text)")
                client.send(Self.status)
                #expect(client.receive().text.contains("processID"), "\(text)")
            }
        }
    }

    @Test("random calls of every method end in a reply or an error") func randomCalls() async throws {
        try await with { world in
            var generator = SeededGenerator(seed: 77)
            let client = try RawClient(world.socketPath)
            let methods = try await methods(world)
            #expect(methods.count > 20)
            // These end the service or the app, as they should; those with `more` take their time.
            let spared = ["Control.Stop"]
            for _ in 0..<400 {
                let method = methods[Int.random(in: 0..<methods.count, using: &generator)]
                if spared.contains(where: method.hasSuffix) { continue }
                client.send(call(method, Self.randomValue(depth: 0, &generator)))
                let answer = client.receive()
                #expect(!answer.isClosed, "\(method)")
            }
        }
    }

    /// The methods that the service describes.
    private func methods(_ world: World) async throws -> [String] {
        let client = try RawClient(world.socketPath)
        var methods: [String] = []
        for interface in ["Apps", "Packs", "Downloads", "Control"].map({ "backgroundassets.v1.\($0)" }) {
            client.send(call("org.varlink.service.GetInterfaceDescription", #"{"interface": "\#(interface)"}"#))
            let data = Data(client.receive().text.utf8)
            let reply = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            let text = (reply?["parameters"] as? [String: Any])?["description"] as? String ?? ""
            for line in text.split(separator: "\n") where line.hasPrefix("method ") {
                methods.append(interface + "." + line.dropFirst(7).prefix { $0 != "(" })
            }
        }
        return methods
    }

    /// Something JSON: an object of keys that calls have, with values of any type.
    private static func randomValue(depth: Int, _ generator: inout SeededGenerator) -> String {
        let keys = [
            "bundleID", "packID", "packIDs", "callID", "id", "name", "value", "refresh", "online", "url", "pem", "root",
        ]
        switch depth == 0 ? 0 : Int.random(in: 0..<9, using: &generator) {
        case 0:
            let members = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                #""\#(keys.randomElement(using: &generator) ?? "")": \#(randomValue(depth: depth + 1, &generator))"#
            }
            return "{" + members.joined(separator: ", ") + "}"
        case 1:
            guard depth < 4 else { return "[]" }
            return "[" + (0..<3).map { _ in randomValue(depth: depth + 1, &generator) }.joined(separator: ", ") + "]"
        case 2: return "null"
        case 3: return "true"
        case 4: return "-1"
        case 5: return "1e308"
        case 6: return "18446744073709551615"
        case 7: return "\"\(World.bundleID)\""
        default: return #""\u0000\ud83d\ude00../""#
        }
    }

    @Test("half a message, and then the end, is nothing") func halfAMessage() async throws {
        try await with { world in
            for count in [0, 1, 20, 47] {
                let client = try RawClient(world.socketPath)
                client.send(Array(Array(Self.status.utf8).prefix(count)))
                client.finishSending()
                #expect(client.receiveAll() == "")
            }
            // A call that comes byte by byte is a call.
            let client = try RawClient(world.socketPath)
            for byte in Array(Self.status.utf8) + [0] { client.send([byte]) }
            #expect(client.receive().text.contains("processID"))
        }
    }

    @Test("more calls than a client may have waiting end its connection, and the first are answered")
    func moreCallsThanMayWait() async throws {
        try await with { world in
            let client = try RawClient(world.socketPath)
            // The first one takes until the app is installed anew, which is never: the rest waits behind it.
            client.send(
                #"{"method": "backgroundassets.v1.Packs.Subscribe", "parameters": {"bundleID": "\#(World.bundleID)"}, "more": true}"#
            )
            #expect(client.receive().text.contains("subscribed"))
            client.send((0..<200).flatMap { _ in Array(Self.status.utf8) + [0] })
            let answer = client.receiveAll()
            #expect(answer.contains("more than 64 calls came before the first was answered"), "\(answer)")
        }
    }

    @Test("idle connections do not keep others from being served, and one too many is refused by name")
    func idleConnections() async throws {
        try await World.with { world in
            // With few descriptors the limit is near: half of them are for connections.
            let script = try world.folder.write(
                "#!/bin/sh\nulimit -n 96\nexec '\(world.serviceExecutable)' \"$@\"\n", to: "few-descriptors")
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
            world.serviceExecutable = script
            try await world.pack("Extra", files: ["extra": Array("extra".utf8)])
            try await world.serve()
            try await world.installApp()
            let ended = world
            try await ended.serving {
                var idle: [RawClient] = []
                // Connections of which nothing came yet, and some with half a call.
                for index in 0..<40 {
                    let client = try RawClient(ended.socketPath)
                    if index % 3 == 0 { client.send(Array("{\"meth".utf8)) }
                    idle.append(client)
                }
                #expect(
                    try await ended.game("get", "Extra", "read", "extra") == ["got Extra 1 true", "read extra 5 extra"])
                for _ in 0..<60 { idle.append(try RawClient(ended.socketPath)) }
                var refused = 0
                for client in idle.suffix(60) {
                    client.send(Self.status)
                    let answer = client.receive()
                    if answer.text.contains("processID") { continue }
                    refused += 1
                    for cause in [
                        "backgroundassets.v1.Errors.ConnectionRefused", "48 connections", "end some of the processes",
                    ] {
                        #expect(answer.text.contains(cause), "\(answer.text)")
                    }
                }
                #expect(refused >= 45)
                let tool = try await ended.ba("apps")
                #expect(tool.status == 69 && tool.errors.contains("48 connections"), "\(tool.errors)")
                for client in idle { client.close() }
                _ = try await ended.wait("room") { try await ended.ba("apps").status == 0 ? true : nil }
            }
            try await ended.expectNothingLeft(packs: ["Extra": 1])
        }
    }

    @Test(
        "another user is refused by name, whatever is asked",
        .enabled(if: geteuid() == 0, "another user is needed: run this test as root, as CI does"))
    func anotherUser() async throws {
        try await with { world in
            // The socket is out of everybody's reach; a careless person makes it reachable.
            for folder in ["", "/s", "/s/run"] { chmod(world.folder.path + folder, 0o711) }
            let peer = world.folder.path("peer")
            try FileManager.default.copyItem(atPath: ProgramRun.programs + "/FixturePeer", toPath: peer)
            chmod(peer, 0o755)
            let message = Self.status
            func asNobody() async throws -> ProgramRun {
                try await ProgramRun.run(
                    "/usr/bin/setpriv",
                    ["--reuid=65534", "--regid=65534", "--clear-groups", peer, world.socketPath, message],
                    directory: "/")
            }
            // Only the mode of the socket itself is in the way now.
            let closed = try await asNobody()
            #expect(closed.status == 1 && closed.errors.contains("Permission denied"), "\(closed.errors)")
            chmod(world.socketPath, 0o777)
            for _ in 0..<3 {
                let run = try await asNobody()
                #expect(run.status == 0, "\(run.errors)")
                for cause in [
                    "backgroundassets.v1.Errors.ConnectionRefused", "of user \(getuid()) and serves no other",
                    "is of user 65534", "that user's own service",
                ] {
                    #expect(run.output.contains(cause), "\(run.output)")
                }
                #expect(run.output.hasSuffix("(end)\n") && !run.output.contains("processID"), "\(run.output)")
            }
            #expect(world.serviceLog.contains("is of user 65534"))
            #expect(try await world.serviceStatus()["connections"] as? Int == 1)
        }
    }
}
