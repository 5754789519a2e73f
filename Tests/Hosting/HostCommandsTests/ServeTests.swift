// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import Testing

/// The program itself, over TLS, with its worker.
@Suite("ba-host serve", .serialized, .timeLimit(.minutes(2))) struct ServeTests {
    @Test("What is logged is an object a line when a program is to read it") func jsonLog() async throws {
        struct Line: Decodable { let time, level, logger, message: String }
        try await ServingHost.with(arguments: ["--log-format", "json"]) { host in
            let version = try await host.upload("Tutorial", of: try await host.app()).versionID
            _ = try await host.processed(version)
            #expect(try host.log.hasPrefix("{"))
            // The key that is shown once is no log.
            let logged = try host.log.split(separator: "\n").filter { $0.hasPrefix("{") }
            let lines = try logged.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
            #expect(lines.contains { $0.level == "info" && $0.logger == "ba-host" && !$0.message.isEmpty }, "\(lines)")
            #expect(lines.allSatisfy { $0.time.hasSuffix("Z") })
            #expect(try !host.log.contains(" info ba-host"))
            // One that cannot start says so in the same way.
            let port = try #require(URL(string: host.url)?.port)
            let second = try await ProgramRun.run(
                "ba-host",
                ["serve", "--log-format", "json", "--data", host.folder.path("other"), "--port", "\(port)"])
            let words = second.errors.split(separator: "\n").filter { $0.hasPrefix("{") }
            let last = try JSONDecoder().decode(Line.self, from: Data(try #require(words.last).utf8))
            #expect(second.status == 75 && last.level == "critical", "\(second.errors)")
            #expect(last.message.contains("port \(port)") && !second.errors.contains("error: "), "\(second.errors)")
        }
    }

    @Test("A pack goes from its reservation to internal testers, by REST alone") func upload() async throws {
        try await ServingHost.with { host in
            let versionID = try await host.upload("Tutorial", of: try await host.app()).versionID
            let processed = try await host.processed(versionID)
            #expect(processed.string("data/attributes/state") == "COMPLETE", "\(processed.text)")
            #expect(processed.string("included/0/attributes/state") == "READY_FOR_TESTING", "\(processed.text)")
            let log = try host.log
            #expect(!log.contains(" error "), "\(log)")
        }
    }

    @Test("The first administrator's key is printed once, and secrets are nobody else's to read") func firstKey()
        async throws
    {
        try await TemporaryFolder.with { folder in
            // A journal keeps what it gets, for others to read.
            let logged = try await ServingHost.serveOnce("host", in: folder, environment: ["JOURNAL_STREAM": "8:1"])
            #expect(!logged.errors.contains("PRIVATE KEY") && logged.errors.contains("ba-host key create"))
            for round in 1...2 {
                let run = try await ServingHost.serveOnce("host", in: folder)
                #expect(run.errors.contains("BEGIN PRIVATE KEY") == (round == 1), "\(run.errors)")
                #expect(run.url.hasPrefix("https://localhost:"))
            }
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("host"))
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
            let list = try await ServingHost.ba(["key", "list"], folder)
            #expect(list.output.split(separator: "\n").count == 2)
        }
    }

    @Test("Keys and apps are made, listed and revoked; what is wrong is said") func records() async throws {
        try await TemporaryFolder.with { folder in
            func ba(_ arguments: String...) async throws -> ProgramRun { try await ServingHost.ba(arguments, folder) }
            #expect(try await ba("app", "create", "com.example.game", "--name", "Game").status == 0)
            let twice = try await ba("app", "create", "com.example.game")
            #expect(twice.status == 65)
            #expect(twice.errors.contains("com.example.game"))
            #expect(try await ba("app", "list").output.contains("Game"))
            let key = try await ba("key", "create", "--app", "com.example.game", "--json")
            #expect(try await ba("key", "list").output.contains(" com.example.game "))
            struct Key: Decodable {
                let id, role: String
                let apps: [String]?
            }
            let made = try JSONDecoder().decode(Key.self, from: Data(key.output.utf8))
            #expect(made.role == "DEVELOPER" && made.apps == ["com.example.game"])
            #expect(try await ba("key", "create", "--app", "com.example.other").status == 66)
            #expect(try await ba("key", "revoke", made.id).status == 0)
            let revoked = try await ba("key", "revoke", made.id)
            #expect(revoked.status == 65 && revoked.errors.contains("was revoked at 20"), "\(revoked.errors)")
            #expect(try await ba("key", "revoke", "ABCDEFGHIJ").status == 66)
            #expect(try await ba("key", "create", "--role", "KING").status == 64)
        }
    }

    @Test("What nobody has read is no key, and no token") func unreadKeys() async throws {
        try await TemporaryFolder.with { folder in
            #expect(try await ServingHost.ba(["app", "create", "com.example.game"], folder).status == 0)
            for arguments in [
                "key create", "key create --json", "device-token create com.example.game",
                "device-token create com.example.game --json",
            ] {
                let run = try await ProgramRun.run(
                    "/bin/sh",
                    ["-c", "\(ProgramRun.programs)/ba-host \(arguments) --data \(folder.path("host")) > /dev/full"])
                #expect(run.status == 74 && run.errors.contains("was revoked again"), "\(arguments): \(run)")
            }
            for arguments in [["key", "list", "--json"], ["device-token", "list", "com.example.game", "--json"]] {
                let list = try await ServingHost.ba(arguments, folder)
                let records = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]]
                #expect(records?.count == 2 && records?.allSatisfy { $0["revoked"] != nil } == true, "\(list.output)")
            }
        }
    }

    @Test("A folder is served from by one process: another one is refused, or waits for the end of the one before")
    func oneServer() async throws {
        try await TemporaryFolder.with { folder in
            try await ServingHost.with(in: folder) { host in
                let second = try await ProgramRun.run(
                    "ba-host", ["serve", "--data", folder.path("host"), "--port", "0"])
                let process = try #require(host.process)
                #expect(
                    second.status == 75 && second.errors.contains("another `ba-host serve` (process \(process))"),
                    "\(second)")
                // What it takes keeps it for a while when it is told to end.
                let reserved = try await host.reserve(
                    "Tutorial", of: try await host.pack("Tutorial", of: try await host.app()), text: "one")
                let sender = TestProcess()
                sender.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
                sender.arguments = [
                    "-sS", "--cacert", folder.path("host/identity/ca.pem"), "-T", "-", reserved.address,
                ]
                let input = Pipe()
                sender.standardInput = input
                try sender.run()
                try input.fileHandleForWriting.write(contentsOf: Data(count: 10))
                try await eventually {
                    let links = "/proc/\(process)/fd"
                    return try FileManager.default.contentsOfDirectory(atPath: links).contains { name in
                        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: links + "/" + name)
                        return path?.hasSuffix("/data") == true
                    }
                }
                kill(process, SIGTERM)
                // It is ready when the one before has ended, which does not wait for what breaks off.
                let waiting = "waiting for the server before to end"
                let breaking = Task {
                    defer { sender.terminate() }
                    try await eventually {
                        try String(contentsOfFile: folder.path("log"), encoding: .utf8).contains(waiting)
                    }
                }
                try await ServingHost.with(in: folder) { next in
                    let log = try next.log
                    #expect(log.contains(waiting), "\(log)")
                    #expect(try await next.send("GET", "/v1/apps").status == 200)
                }
                try await breaking.value
                sender.waitUntilExit()
            }
        }
    }

    private func mode(of path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test("What a host keeps is its user's alone, in whatever folder") func modes() async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write("", to: "host/.keep").dropLast("/.keep".count)
            chmod(String(path), 0o755)
            try #require(try await ServingHost.ba(["app", "create", "com.example.game"], folder).status == 0)
            #expect(try mode(of: folder.path("host/host.sqlite")) == 0o600)
            // As an earlier ba-host has left it.
            chmod(folder.path("host/host.sqlite"), 0o644)
            #expect(try await ServingHost.ba(["app", "list"], folder).status == 0)
            #expect(try mode(of: folder.path("host/host.sqlite")) == 0o600)
        }
    }

    @Test("A port that is taken is told") func port() async throws {
        try await ServingHost.with { host in
            let port = try #require(host.url.split(separator: ":").last.map(String.init))
            let other = try await ProgramRun.run(
                "ba-host", ["serve", "--data", host.folder.path("other"), "--port", port])
            #expect(other.status == 75)
            #expect(other.errors.contains("is in use"), "\(other.errors)")
        }
    }
}
