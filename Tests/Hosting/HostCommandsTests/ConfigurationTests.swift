// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// What options, environment and a file say of a host.
@Suite("The configuration of ba-host", .timeLimit(.minutes(2))) struct ConfigurationTests {
    private struct Setting: Decodable, Equatable {
        let setting: String
        let values: [String]
        let source: String
    }

    private func check(
        _ folder: TemporaryFolder, _ arguments: [String], _ environment: [String: String] = [:]
    ) async throws -> ProgramRun {
        try await ProgramRun.run(
            "ba-host", ["check-config", "--json"] + arguments,
            environment: environment.merging(["HOME": folder.path]) { own, _ in own })
    }

    @Test("Options come before the environment, and that before the file") func order() async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(
                """
                # What this host is.
                data: \(folder.path("host"))
                port: 9001
                requests-per-hour: 100
                worker: no
                """, to: "host.yaml")
            let checked = try await check(
                folder, ["--config", file, "--port", "9003"],
                [
                    "BA_HOST_PORT": "9002", "BA_HOST_REQUESTS_PER_HOUR": "200", "BA_HOST_CONFIG": "/nowhere",
                    "BA_HOST_WEBHOOK_NETWORK": "fd00::/8,10.0.0.0/8",
                ])
            #expect(checked.status == 0, "\(checked.errors)")
            let settings = try JSONDecoder().decode([Setting].self, from: Data(checked.output.utf8))
            #expect(
                settings == [
                    Setting(setting: "data", values: [folder.path("host")], source: "\(file):2"),
                    Setting(setting: "port", values: ["9003"], source: "--port"),
                    Setting(setting: "requests-per-hour", values: ["200"], source: "BA_HOST_REQUESTS_PER_HOUR"),
                    Setting(
                        setting: "webhook-network", values: ["fd00::/8", "10.0.0.0/8"],
                        source: "BA_HOST_WEBHOOK_NETWORK"),
                    Setting(setting: "worker", values: ["no"], source: "\(file):5"),
                ])
            // Nothing was made.
            #expect(!FileManager.default.fileExists(atPath: folder.path("host")))
            // The file alone is enough for the other commands.
            func run(_ arguments: String...) async throws -> ProgramRun {
                try await ProgramRun.run("ba-host", arguments, environment: ["BA_HOST_CONFIG": file])
            }
            // What lists makes no host of a folder that was not meant.
            let none = try await run("app", "list")
            #expect(none.status == 66 && none.errors.contains(folder.path("host")), "\(none.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder.path("host")))
            #expect(try await run("app", "create", "com.example.game").status == 0)
            #expect(try await run("app", "list").output.contains("com.example.game"))
        }
    }

    @Test(
        "What is wrong in a file is told with its line",
        arguments: [
            ("port: 70000", ":1: 70000"), ("port: many", ":1: many"), ("\nprot: 1", ":2: prot"),
            ("worker: perhaps", ":1: perhaps"), ("log-format: xml", ":1: xml"), ("port: [1, 2]", ":1: port"),
            ("data:\n  a: b", ":1: data"),
            ("host: two names", ":1"), ("public-url: http://a", ":1: http://a"),
            ("public-url: https://a:70000", ":1: https://a:70000"), ("public-url: https://a:0", ":1: https://a:0"),
            ("public-url: https://-", ":1: https://-"), ("public-url: https://0.0.0.0", ":1: https://0.0.0.0"),
            ("database: mysql://a", ":1"),
            ("objects: file:///a", ":1"), ("trust: [/nowhere]", "/nowhere"), ("identity-path: [a, b, c]", ":1"),
            ("just a text", "no settings"), ("a: [", "no YAML"), ("port: 1\nport: 2", "no YAML"),
            ("delivery: mail", ":1: mail is none of"), ("delivery: redirect", "--objects names none"),
            ("delivery: x-accel:objects", "no path"), ("delivery: x-accel:/a/../b", "no path"),
            ("delivery: x-accel:/objects\nobjects: s3://a", "redirect sends devices there"),
            ("signed-delivery: 10", ":1: 10"), ("manifest-max-age: -1", ":1: -1"),
            ("port: ''", ":1"), ("webhook-network: [10.0.0.1/8]", "10.0.0.1/8 is no network"),
        ])
    func wrong(text: String, told: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(text, to: "host.yaml")
            let run = try await check(
                folder, ["--config", file, "--data", folder.path("host")],
                ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"])
            #expect([64, 65].contains(run.status), "\(run.output)\(run.errors)")
            #expect(run.errors.contains(told), "\(run.errors)")
        }
    }

    @Test("A file that is not there, a database that is not, and a password") func unreachable() async throws {
        try await TemporaryFolder.with { folder in
            let missing = try await check(folder, ["--config", folder.path("none.yaml")])
            #expect(missing.status == 64 && missing.errors.contains("none.yaml"), "\(missing.errors)")
            let database = "postgres://a:a-secret@127.0.0.1:1/b?sslpassword=a-secret"
            let absent = try await check(folder, ["--data", folder.path("host"), "--database", database])
            #expect(absent.status == 69, "\(absent.errors)")
            #expect(!absent.output.contains("a-secret") && !absent.errors.contains("a-secret"), "\(absent.errors)")
            let empty = try await check(folder, ["--config", try folder.write("# nothing", to: "empty.yaml")])
            #expect(empty.status == 64 && empty.errors.contains("--data"), "\(empty.errors)")
        }
    }

    @Test("A certificate that cannot be used ends both with one status", arguments: ["check-config", "serve"])
    func certificates(_ command: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("none", to: "none.pem")
            for (path, status) in [("absent.pem", 74), ("none.pem", 65)] {
                let run = try await ProgramRun.run(
                    "ba-host",
                    [command, "--data", folder.path("host"), "--port", "0", "--identity-path", folder.path(path)])
                #expect(run.status == status && run.errors.contains(path), "\(command) \(path): \(run)")
            }
        }
    }

    @Test("A certificate for another name is warned of, as `serve` does") func certificateNames() async throws {
        try await TemporaryFolder.with { folder in
            let (certificate, key) = (folder.path("own.pem"), folder.path("own.key"))
            let made = try await ProgramRun.run(
                "/usr/bin/openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                    "-subj", "/CN=other.example", "-addext", "subjectAltName=DNS:other.example", "-keyout", key, "-out",
                    certificate,
                ])
            try #require(made.status == 0, "\(made)")
            let identity = ["--identity-path", certificate, "--identity-path", key]
            for (name, isNamed) in [("packs.example", false), ("other.example", true)] {
                let run = try await check(folder, ["--data", folder.path("host"), "--host", name] + identity)
                #expect(run.status == 0, "\(run)")
                #expect(run.errors.contains("does not name \(name)") == !isNamed, "\(run.errors)")
            }
        }
    }

    @Test("What `serve` would find is found: folders that are none, and a database of a newer ba-host") func storage()
        async throws
    {
        try await TemporaryFolder.with { folder in
            try folder.write("x", to: "file")
            // Nobody makes a folder in /proc, which only tells when it is tried.
            let attempts = [("check-config", "file"), ("check-config", "file/host"), ("serve", "file/host")]
            for (command, path) in attempts.map({ ($0.0, folder.path($0.1)) }) + [("serve", "/proc/host")] {
                let run = try await ProgramRun.run("ba-host", [command, "--data", path, "--port", "0"])
                #expect(run.status == 73 && run.errors.contains("cannot be the folder of a host"), "\(run)")
            }
            let absent = try await check(folder, ["--data", folder.path("host"), "--trust", folder.path("none.pem")])
            #expect(absent.status == 65 && absent.errors.contains("there is no such file"), "\(absent.errors)")
            let made = try await ProgramRun.run(
                "ba-host", ["app", "create", "com.example.game", "--data", folder.path("host")])
            #expect(made.status == 0)
            #expect(try await check(folder, ["--data", folder.path("host")]).status == 0)
            let database = folder.path("host/host.sqlite")
            let newer = """
                import sqlite3, sys
                with sqlite3.connect(sys.argv[1]) as database:
                    database.execute("INSERT INTO migrations (name, place) VALUES ('of-the-future', 1000)")
                """
            try #require(try await ProgramRun.run("/usr/bin/python3", ["-c", newer, database]).status == 0)
            let refused = try await check(folder, ["--data", folder.path("host")])
            #expect(refused.status == 78 && refused.errors.contains("newer ba-host"), "\(refused.errors)")
        }
    }

    @Test("A database that somebody else uses is told of, and left alone") func foreignTable() async throws {
        try await TemporaryFolder.with { folder in
            let database = try folder.write("", to: "host/host.sqlite")
            let foreign = """
                import sqlite3, sys
                with sqlite3.connect(sys.argv[1]) as database: database.execute("CREATE TABLE apps (id INTEGER)")
                """
            try #require(try await ProgramRun.run("/usr/bin/python3", ["-c", foreign, database]).status == 0)
            for run in [
                try await check(folder, ["--data", folder.path("host")]),
                try await ProgramRun.run(
                    "ba-host", ["app", "create", "com.example.game", "--data", folder.path("host")]),
            ] { #expect(run.status == 65 && run.errors.contains("a table apps"), "\(run)") }
        }
    }

    @Test("A worker makes no host where there is none") func worker() async throws {
        try await TemporaryFolder.with { folder in
            let run = try await ProgramRun.run("ba-host", ["worker", "--data", folder.path("none")])
            #expect(run.status == 66 && run.errors.contains("there is no host"), "\(run)")
            #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
        }
    }

    @Test("A port that is in use is told of: it may be the host's own server that uses it") func port() async throws {
        try await ServingHost.with { host in
            let port = try #require(URL(string: host.url)?.port)
            let folder = ["--data", host.folder.path("host")]
            let used = try await check(host.folder, folder + ["--port", "\(port)"])
            #expect(used.status == 0 && used.errors.contains("port \(port) of"), "\(used.errors)")
            // Of another host it is not.
            let other = try await check(host.folder, ["--data", host.folder.path("other"), "--port", "\(port)"])
            #expect(other.status == 75 && other.errors.contains("port \(port) of"), "\(other.errors)")
            let both = "\(try FreePort.find())"
            let twice = try await check(
                host.folder, ["--data", host.folder.path("other"), "--port", both, "--metrics-address", both])
            #expect(twice.status == 75 && twice.errors.contains("--metrics-address"), "\(twice)")
            #expect(used.errors.contains("is being served"), "\(used.errors)")
            let free = try await check(host.folder, folder + ["--port", "\(try FreePort.find())"])
            #expect(free.status == 0 && !free.errors.contains("in use"), "\(free.errors)")
        }
    }
}
