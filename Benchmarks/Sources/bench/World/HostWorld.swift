// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// ba-host in a folder of its own, and a program of a team that has a key of it, with curl.
final class HostWorld {
    let bench: Workbench
    /// Of the host, absolute.
    let folder: String
    private let storage: [String]
    private(set) var url = ""
    private var processID: pid_t = 0
    private var key = Key(id: "", issuer: "", privateKey: "")

    private struct Key: Decodable {
        let id, issuer, privateKey: String
    }

    var authority: String { folder + "/identity/ca.pem" }
    var identity: String { folder + "/identity" }
    var probe: ProcessProbe { ProcessProbe(processID: processID) }

    /// - `name`: of its folder below that of the bench.
    /// - `storage`: options in place of the folder's database.
    init(bench: Workbench, name: String, storage: [String] = []) throws(BenchError) {
        self.bench = bench
        try bench.remove(name)
        try bench.makeFolder(name)
        folder = bench.path(name + "/host")
        self.storage = ["--data", folder] + storage
        let made = try tool("key", "create", "--role", "ADMIN", "--json")
        do { key = try JSONDecoder().decode(Key.self, from: Data(made.utf8)) } catch {
            throw .unexpected(what: "the key of the host", found: "\(error)")
        }
        try bench.write(key.privateKey, to: "work/host-key.pem")
    }

    /// Starts its server.
    func start(_ arguments: String...) throws(BenchError) {
        let log = bench.path("work/host.log")
        unlink(log)
        let all = ["serve", "--port", "0", "--requests-per-hour", "1000000000"] + storage + arguments
        processID = try bench.program(bench.programPath("ba-host"), all).start(log: log)
        let processID = processID
        url = try Workbench.wait("ba-host to serve") { () throws(BenchError) -> String? in
            let text = try Workbench.text(at: log)
            var status: Int32 = 0
            guard waitpid(processID, &status, WNOHANG) == 0 else {
                throw .failed(program: "ba-host", status: status, output: text)
            }
            return text.split(separator: "\n").first { $0.hasPrefix("https://") }.map(String.init)
        }
    }

    func stop() {
        kill(processID, SIGTERM)
        var status: Int32 = 0
        waitpid(processID, &status, 0)
    }

    /// Runs a command of ba-host for it.
    @discardableResult func tool(_ arguments: String...) throws(BenchError) -> String {
        let output = try bench.program(bench.programPath("ba-host"), arguments + storage).run().output
        // What libpq remarks is no answer.
        let lines = output.split(separator: "\n").filter { !$0.hasPrefix("NOTICE:") }
        return lines.joined(separator: "\n")
    }

    // MARK: What a team's program does

    /// A token for the next minutes.
    func token() throws(BenchError) -> String {
        func encoded(_ data: Data) -> String {
            data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        let now = Int(Date().timeIntervalSince1970)
        let text = [
            #"{"alg":"ES256","kid":"\#(key.id)","typ":"JWT"}"#,
            #"{"iss":"\#(key.issuer)","aud":"appstoreconnect-v1","iat":\#(now),"exp":\#(now + 1_100)}"#,
        ].map { encoded(Data($0.utf8)) }.joined(separator: ".")
        try bench.write(text, to: "work/token")
        let signature = bench.path("work/signature")
        _ = try bench.program(
            "openssl",
            ["dgst", "-sha256", "-sign", bench.path("work/host-key.pem"), "-out", signature, bench.path("work/token")]
        ).run()
        guard let data = FileManager.default.contents(atPath: signature), let raw = Self.rawSignature(of: data) else {
            throw .unexpected(what: "a signature of openssl", found: "none")
        }
        return text + "." + encoded(raw)
    }

    /// The two numbers of a signature, of 32 bytes each, out of their DER.
    private static func rawSignature(of data: Data) -> Data? {
        var (bytes, raw) = ([UInt8](data).dropFirst(2), Data())
        for _ in 0..<2 {
            guard bytes.popFirst() == 2, let count = bytes.popFirst(), bytes.count >= count else { return nil }
            let number = bytes.prefix(Int(count)).drop { $0 == 0 }
            raw += Data(repeating: 0, count: max(0, 32 - number.count)) + number
            bytes = bytes.dropFirst(Int(count))
        }
        return raw.count == 64 ? raw : nil
    }

    /// Has curl send the token of `authorize()`, which no command line tells.
    private var fields: [String] { ["-H", "@" + bench.path("work/authorization")] }

    func authorize() throws(BenchError) {
        try bench.write("Authorization: Bearer \(try token())", to: "work/authorization")
    }

    func send(_ method: String, _ path: String, json: String? = nil) throws(BenchError) -> [String: Any] {
        var arguments = ["-gsSf", "--cacert", authority, "-X", method] + fields
        if let json { arguments += ["-H", "Content-Type: application/json", "-d", json] }
        let text = try bench.program("curl", arguments + [url + path]).run().output
        guard let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw .unexpected(what: "the answer to \(method) \(path)", found: text)
        }
        return object
    }

    private static func attribute(_ answer: [String: Any], _ name: String) -> Any? {
        ((answer["data"] as? [String: Any])?["attributes"] as? [String: Any])?[name]
    }

    /// Makes something, and returns its identifier with the answer.
    func make(
        _ type: String, attributes: String = "{}", _ relationship: String, _ relatedType: String, _ relatedID: String
    ) throws(BenchError) -> (id: String, answer: [String: Any]) {
        let answer = try send(
            "POST", "/v1/\(type)",
            json:
                #"{"data":{"type":"\#(type)","attributes":\#(attributes),"relationships":{"\#(relationship)":{"data":"#
                + #"{"type":"\#(relatedType)","id":"\#(relatedID)"}}}}}"#)
        guard let id = (answer["data"] as? [String: Any])?["id"] as? String else {
            throw .unexpected(what: "the answer to POST \(type)", found: "\(answer)")
        }
        return (id, answer)
    }

    /// Cuts a file into the parts that a host takes.
    func cut(_ archive: String) throws(BenchError) {
        try bench.remove("work/parts")
        try bench.makeFolder("work/parts")
        _ = try bench.program("split", ["-b", "16M", "-d", "-a", "5", archive, bench.path("work/parts/p")]).run()
    }

    /// Uploads the file that was cut, as a version, until it has been processed.
    func upload(size: Int64, version: String) throws(BenchError) {
        let (id, answer) = try make(
            "backgroundAssetUploadFiles",
            attributes: #"{"assetType":"ASSET","fileName":"pack.aar","fileSize":\#(size)}"#, "backgroundAssetVersion",
            "backgroundAssetVersions", version)
        guard let operations = Self.attribute(answer, "uploadOperations") as? [[String: Any]] else {
            throw .unexpected(what: "the parts of an upload", found: "\(answer)")
        }
        var lines: [String] = []
        for (index, operation) in operations.enumerated() {
            guard let address = operation["url"] as? String else {
                throw .unexpected(what: "a part of an upload", found: "\(operation)")
            }
            let name = String(repeating: "0", count: 5 - "\(index)".count) + "\(index)"
            lines += [
                "upload-file = \"\(bench.path("work/parts/p" + name))\"", "url = \"\(address)\"",
                "output = \"/dev/null\"",
            ]
        }
        try bench.write(lines.joined(separator: "\n"), to: "work/upload.conf")
        _ = try bench.program(
            "curl",
            [
                "-sSf", "-Z", "--parallel-max", "4", "--cacert", authority, "-H",
                "Content-Type: application/octet-stream",
                "-K", bench.path("work/upload.conf"),
            ]
        ).run()
        _ = try send(
            "PATCH", "/v1/backgroundAssetUploadFiles/\(id)",
            json: #"{"data":{"type":"backgroundAssetUploadFiles","id":"\#(id)","attributes":{"uploaded":true}}}"#)
        while true {
            let state = Self.attribute(try send("GET", "/v1/backgroundAssetVersions/\(version)"), "state") as? String
            if state == "COMPLETE" { return }
            guard state == "PROCESSING" else {
                throw .unexpected(what: "the state of a version", found: state ?? "none")
            }
            usleep(10_000)
        }
    }
}
