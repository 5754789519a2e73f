// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Crypto
import Foundation
import Glibc
import SystemSupport
import Testing

/// `ba-host serve` as a team runs it, and a program of theirs that uses curl.
struct ServingHost {
    let folder: TemporaryFolder
    let storage: HostStorage
    let url: String
    let key: Key
    fileprivate(set) var process: pid_t?

    struct Key: Decodable {
        let id: String
        /// Empty for a key of a member.
        let issuer: String
        let privateKey: String

        init(id: String, issuer: String, privateKey: String) {
            (self.id, self.issuer, self.privateKey) = (id, issuer, privateKey)
        }
    }

    /// One whose program somebody else runs.
    init(folder: TemporaryFolder, storage: HostStorage, url: String, key: Key) {
        self.folder = folder
        self.storage = storage
        self.url = url
        self.key = key
    }

    /// - `arguments`: more for the program.
    /// - `descriptors`: that it may have.
    static func with(
        storage: HostStorage = HostStorage(), arguments: [String] = [], descriptors: Int? = nil,
        _ body: (ServingHost) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await with(in: folder, storage: storage, arguments: arguments, descriptors: descriptors, body)
        }
    }

    /// In a folder that somebody else has made.
    static func with(
        in folder: TemporaryFolder, storage: HostStorage = HostStorage(), arguments: [String] = [],
        descriptors: Int? = nil, _ body: (ServingHost) async throws -> Void
    ) async throws {
        let key = try await makeKey(folder, storage)
        let host = try await start(folder, storage, key, arguments, descriptors)
        do { try await body(host) } catch {
            _ = try? await host.stop()
            throw error
        }
        #expect(try await host.stop() == 0)
    }

    /// Makes a key of an administrator.
    static func makeKey(_ folder: TemporaryFolder, _ storage: HostStorage) async throws -> Key {
        let run = try await ba(["key", "create", "--role", "ADMIN", "--json"], folder, storage)
        try #require(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode(Key.self, from: Data(run.output.utf8))
    }

    /// Runs `ba-host` for the host's folder.
    static func ba(
        _ arguments: [String], _ folder: TemporaryFolder, _ storage: HostStorage = HostStorage()
    ) async throws -> ProgramRun {
        try await ProgramRun.run(
            "ba-host", arguments + ["--data", folder.path("host")] + storage.arguments,
            environment: storage.environment(home: folder))
    }

    func ba(_ arguments: String...) async throws -> ProgramRun { try await Self.ba(arguments, folder, storage) }

    private static func start(
        _ folder: TemporaryFolder, _ storage: HostStorage, _ key: Key, _ arguments: [String],
        _ descriptors: Int?
    ) async throws -> ServingHost {
        let arguments = ["--data", folder.path("host")] + storage.arguments + arguments
        let (process, url) = try await serve(
            arguments, storage.environment(home: folder), in: folder, output: "output", log: "log",
            descriptors: descriptors)
        var host = ServingHost(folder: folder, storage: storage, url: url, key: key)
        host.process = process
        return host
    }

    /// Starts a program that serves, on a port of its own, and waits until it says where.
    ///
    /// - `output`, `log`: the files in the folder that have what it prints.
    private static func serve(
        _ arguments: [String], _ environment: [String: String], in folder: TemporaryFolder, output: String,
        log: String, descriptors: Int? = nil
    ) async throws -> (process: pid_t, url: String) {
        let ends = try [output, log].map { name in
            try folder.write("", to: name)
            return open(folder.path(name), O_WRONLY)
        }
        defer { for end in ends { close(end) } }
        let program = ProgramRun.programs + "/ba-host"
        var launcher = ProcessLauncher(
            executable: descriptors == nil ? program : "/usr/bin/prlimit",
            arguments: (descriptors.map { ["--nofile=\($0)", program] } ?? []) + ["serve", "--port", "0"] + arguments,
            environment: environment)
        launcher.standardOutput = ends[0]
        launcher.standardError = ends[1]
        let process = try launcher.start()
        do {
            let url = try await eventualValue {
                let text = try String(contentsOfFile: folder.path(output), encoding: .utf8)
                return text.hasSuffix("\n") ? text.trimmingCharacters(in: .whitespacesAndNewlines) : nil
            }
            return (process, url)
        } catch {
            kill(process, SIGKILL)
            throw error
        }
    }

    /// Starts a host, and ends it when it serves.
    ///
    /// - `data`: its folder's name.
    /// - `additions`: for its environment.
    /// - Returns: where it was, and what it has said beside.
    static func serveOnce(
        _ data: String, in folder: TemporaryFolder, storage: HostStorage = HostStorage(),
        environment additions: [String: String] = [:]
    ) async throws -> (url: String, errors: String) {
        let environment = storage.environment(home: folder).merging(additions) { _, own in own }
        let (process, url) = try await serve(
            ["--data", folder.path(data)] + storage.arguments, environment, in: folder, output: data + ".output",
            log: data + ".log")
        #expect(try await end(process) == 0)
        return (url, try String(contentsOfFile: folder.path(data + ".log"), encoding: .utf8))
    }

    var log: String { get throws { try String(contentsOfFile: folder.path("log"), encoding: .utf8) } }

    private func stop() async throws -> Int32 { try await Self.end(try #require(process)) }

    private static func end(_ process: pid_t) async throws -> Int32 {
        kill(process, SIGTERM)
        return await Task.detached {
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            return status
        }.value
    }

    // MARK: Requests

    /// There was no answer.
    struct Unreachable: Error {
        let reason: String
    }

    struct Answer {
        let status: Int
        let text: String

        subscript(_ path: String) -> Any? {
            path.split(separator: "/").reduce(try? JSONSerialization.jsonObject(with: Data(text.utf8)) as Any) {
                guard let index = Int($1) else { return ($0 as? [String: Any])?[String($1)] }
                guard let elements = $0 as? [Any], elements.indices.contains(index) else { return nil }
                return elements[index]
            }
        }

        func string(_ path: String) -> String? { self[path] as? String }
    }

    private var token: String {
        get throws {
            func encoded(_ data: Data) -> String {
                data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            }
            let now = Int(Date().timeIntervalSince1970)
            let parts = [
                #"{"alg":"ES256","kid":"\#(key.id)","typ":"JWT"}"#,
                #"{\#(key.issuer.isEmpty ? #""sub":"user""# : #""iss":"\#(key.issuer)""#),"aud":"appstoreconnect-v1","iat":\#(now),"exp":\#(now + 600)}"#,
            ]
            let text = parts.map { encoded(Data($0.utf8)) }.joined(separator: ".")
            let pair = try P256.Signing.PrivateKey(pemRepresentation: key.privateKey)
            return text + "." + encoded(try pair.signature(for: Data(text.utf8)).rawRepresentation)
        }
    }

    /// The file of those whom clients trust: the host's own authority, and that of the store where it has another one.
    var authorities: String {
        get throws {
            let own = folder.path("host/identity/ca.pem")
            guard let other = storage.authorityPath else { return own }
            let texts = try [own, other].map { try String(contentsOfFile: $0, encoding: .utf8) }
            return try folder.write(texts.joined(separator: "\n"), to: "authorities.pem")
        }
    }

    func send(_ method: String, _ path: String, json: String? = nil) async throws -> Answer {
        var arguments = ["-X", method, "-H", "Authorization: Bearer \(try token)"]
        if let json { arguments += ["-H", "Content-Type: application/json", "-d", json] }
        return try await curl(arguments + [url + path])
    }

    /// What is at an address, as a device gets it: without a token.
    func fetch(_ url: String) async throws -> Data {
        let run = try await ProgramRun.run(
            "/usr/bin/curl",
            ["-sSf", "--cacert", try authorities, "-o", folder.path("fetched"), url])
        try #require(run.status == 0, "\(url): \(run.errors)")
        return try Data(contentsOf: URL(fileURLWithPath: folder.path("fetched")))
    }

    /// The head of an answer that needs no token, with its status.
    func head(of path: String) async throws -> String {
        try await ProgramRun.run(
            "/usr/bin/curl", ["-sS", "--cacert", try authorities, "-o", "/dev/null", "-D", "-", url + path]
        ).output.lowercased()
    }

    /// Puts a file at an address that needs no token.
    func put(_ name: String, to address: String) async throws -> Answer {
        try await curl(["-T", folder.path(name), "-H", "Content-Type: application/octet-stream", address])
    }

    private func curl(_ arguments: [String]) async throws -> Answer {
        let run = try await ProgramRun.run(
            "/usr/bin/curl",
            ["-gsS", "--cacert", try authorities, "-w", "\n%{response_code}"] + arguments)
        guard run.status == 0 else { throw Unreachable(reason: run.errors) }
        let end = try #require(run.output.lastIndex(of: "\n"))
        return Answer(
            status: try #require(Int(run.output[run.output.index(after: end)...])), text: String(run.output[..<end]))
    }
}
