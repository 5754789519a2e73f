// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Crypto
import Foundation
import Glibc
import Testing

/// Who sends the bytes of archives.
@Suite("How a host delivers", .serialized, .timeLimit(.minutes(10))) struct DeliveryWayTests {
    /// What a client got.
    private struct Answer {
        let status: Int
        /// By their names, in lower case.
        let fields: [String: String]
        let body: Data
    }

    private func ask(_ host: ServingHost, _ url: String, _ arguments: String...) async throws -> Answer {
        try await ask(host, url, arguments)
    }

    private func ask(_ host: ServingHost, _ url: String, _ arguments: [String]) async throws -> Answer {
        let (head, file) = (host.folder.path("head"), host.folder.path("body"))
        try Data().write(to: URL(fileURLWithPath: file))
        let run = try await ProgramRun.run(
            "/usr/bin/curl", ["-sS", "--cacert", try host.authorities, "-D", head, "-o", file] + arguments + [url])
        try #require(run.status == 0, "\(url): \(run.errors)")
        // The last of them, after redirects.
        let text = try String(contentsOfFile: head, encoding: .utf8)
        let lines = try #require(text.split(separator: "\r\n\r\n").last).split(separator: "\r\n")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ": ", maxSplits: 1)
            if parts.count == 2 { fields[parts[0].lowercased()] = String(parts[1]) }
        }
        return Answer(
            status: try #require(lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }),
            fields: fields,
            body: try Data(contentsOf: URL(fileURLWithPath: file)))
    }

    @Test(
        "Of bytes that are lost no head says that they come, and the log names them",
        arguments: ["--http1.1", "--http2"])
    func lost(_ version: String) async throws {
        try await ServingHost.with { host in
            _ = try await host.processed(try await host.upload("Tutorial", of: try await host.app()).versionID)
            let objects = host.folder.path("host/objects/objects/files")
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: objects).first)
            // Also those of a file that is held open.
            truncate(objects + "/" + name, 0)
            let url = host.url + "/apps/com.example.game/internal/assets/Tutorial?version=1"
            for arguments in [[], ["-r", "0-9"], ["-r", "0-9,20-29"], ["--head"]] {
                let answer = try await ask(host, url, [version] + arguments)
                #expect(answer.status == 503 && answer.fields["retry-after"] != nil, "\(arguments): \(answer)")
            }
            #expect(try host.log.contains("files/\(name) cannot be handed out"))
            // Who has it is told so all the same.
            let tag = try await ask(host, host.url + "/apps/com.example.game/internal/manifest", version)
            #expect(tag.status == 200)
        }
    }

    @Test("C15: who knows what is published gets a head without a size", arguments: ["--http1.1", "--http2"])
    func notModified(_ version: String) async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            _ = try await host.processed(try await host.upload("Tutorial", of: appID).versionID)
            let base = host.url + "/apps/com.example.game/internal"
            for path in ["/manifest?platform=linux", Self.path(of: try archive(host))] {
                let whole = try await ask(host, base + path, version)
                let tag = try #require(whole.fields["etag"])
                #expect(whole.status == 200 && whole.fields["content-length"] == "\(whole.body.count)")
                for method in ["--get", "--head"] {
                    let known = try await ask(
                        host, base + path, [version, "-H", "If-None-Match: \(tag)", method])
                    #expect(known.status == 304 && known.fields["etag"] == tag)
                    #expect(known.fields["content-length"] == nil, "\(path) \(method) \(known.fields)")
                }
            }
        }
    }

    private func archive(_ host: ServingHost) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: host.folder.path("pack/pack.aar")))
    }

    @Test("C15: nginx in front sends archives by X-Accel-Redirect: whole, in part, only their head, or not at all")
    func frontServer() async throws {
        let port = try FreePort.find()
        let front = "https://localhost:\(port)"
        try await ServingHost.with(arguments: ["--delivery", "x-accel:/objects", "--public-url", front]) { host in
            let configuration = try FrontServer.documented(for: host, port: port)
            try await FrontServer.with(host.folder, port: port, configuration: configuration) { _ in
                let appID = try await host.app()
                _ = try await host.processed(try await host.upload("Tutorial", of: appID).versionID)
                let bytes = try archive(host)
                let (base, path) = ("/apps/com.example.game/internal", Self.path(of: bytes))
                // This process sends none of them.
                let own = try await ask(host, host.url + base + path)
                #expect(own.status == 200 && own.body.isEmpty)
                let place = try #require(own.fields["x-accel-redirect"])
                #expect(place.hasPrefix("/objects/"))
                let tag = try #require(own.fields["etag"])
                let whole = try await ask(host, front + base + path)
                #expect(whole.status == 200 && whole.body == bytes, "\(whole)")
                #expect(whole.fields["etag"] == tag && whole.fields["content-type"] == "application/octet-stream")
                #expect(whole.fields["cache-control"] == "public, max-age=31536000, immutable")
                #expect(whole.fields["accept-ranges"] == "bytes" && whole.fields["x-accel-redirect"] == nil)
                let head = try await ask(host, front + base + path, "-I")
                #expect(head.status == 200 && head.fields["content-length"] == "\(bytes.count)")
                #expect(head.fields["etag"] == tag)
                let part = try await ask(host, front + base + path, "-r", "10-19")
                #expect(part.status == 206 && part.body == bytes[10..<20])
                #expect(part.fields["content-range"] == "bytes 10-19/\(bytes.count)")
                let same = try await ask(host, front + base + path, "-r", "10-", "-H", "If-Range: \(tag)")
                #expect(same.status == 206 && same.body == bytes[10...])
                let other = try await ask(host, front + base + path, "-r", "10-", "-H", "If-Range: \"other\"")
                #expect(other.status == 200 && other.body == bytes)
                let known = try await ask(host, front + base + path, "-H", "If-None-Match: \(tag)")
                #expect(known.status == 304 && known.body.isEmpty && known.fields["etag"] == tag)
                let far = try await ask(host, front + base + path, "-r", "\(bytes.count)-")
                #expect(far.status == 416 && far.fields["content-range"] == "bytes */\(bytes.count)")
                #expect(far.fields["cache-control"]?.contains("immutable") != true, "\(far.fields)")
                let blocks = try await ask(host, front + base + "/assets/Tutorial.blocks?version=1")
                #expect(
                    blocks.body == (try Data(contentsOf: URL(fileURLWithPath: host.folder.path("pack/pack.blocks")))))
                // What is nginx's own is no client's to ask for.
                #expect(try await ask(host, front + place).status == 404)
                #expect(try await ask(host, front + "/objects/").status == 404)
                #expect(try await ask(host, front + base + "/assets/Other?version=1").status == 404)
                try await HostedDevice.with(host) { device in
                    try await device.install(from: host, context: "internal")
                    try await device.ba("pack", "get", "--app", HostedDevice.bundleID, "Tutorial")
                    #expect(try device.text(of: "a.txt", in: "Tutorial", version: 1) == "one")
                }
            }
        }
    }

    @Test("C15: devices are sent to the store, go on there where they were, and verify what they get")
    func redirect() async throws {
        let gateway = try await S3Gateway.shared.address().endpoint
        let port = try FreePort.find()
        try await TemporaryFolder.with { folder in
            let front = ("https://localhost:\(port)", try await FrontServer.makeCertificate(in: folder))
            try await FrontServer.with(
                folder, port: port, configuration: FrontServer.ofStore(at: gateway, folder, port: port)
            ) { store in
                try await ServingHost.with(
                    storage: try await .shared(front: front), arguments: ["--delivery", "redirect"]
                ) { host in try await redirect(from: host, to: store, in: folder, authority: front.1) }
            }
        }
    }

    private static func path(of archive: Data, version: Int = 1) -> String {
        let digest = SHA256.hash(data: archive).map { String(format: "%02x", $0) }.joined()
        return "/assets/Tutorial?version=\(version)&sha256=\(digest)"
    }

    /// - `front`: the folder of what stands in front of the store.
    private func redirect(
        from host: ServingHost, to store: FrontServer, in front: TemporaryFolder, authority: String
    ) async throws {
        // Of several blocks, as what is gone on with begins with one.
        var generator = SeededGenerator(seed: 15)
        let text = String(
            decoding: (0..<14 << 20).map { _ in UInt8.random(in: 32..<96, using: &generator) }, as: UTF8.self)
        let first = try await host.upload("Tutorial", of: try await host.app())
        _ = try await host.processed(try await host.uploadNext("Tutorial", of: first.packID, text: text))
        let bytes = try archive(host)
        let url = host.url + "/apps/com.example.game/internal/assets/Tutorial?version=2"
        let answer = try await ask(host, url)
        let address = try #require(answer.fields["location"])
        #expect(answer.status == 307 && answer.body.isEmpty && answer.fields["cache-control"] == "no-cache")
        #expect(address.hasPrefix("https://localhost:\(store.port)/") && address.contains("X-Amz-Expires=5400"))
        // Caches know what has an address of its own, and the address in the store is the same for a while.
        let own = host.url + "/apps/com.example.game/internal" + Self.path(of: bytes, version: 2)
        let named = try await ask(host, own)
        #expect(named.status == 307 && named.fields["cache-control"] == "public, max-age=1800")
        #expect(named.fields["location"] == address)
        let stored = try await ask(host, address, "-r", "0-0")
        #expect(stored.status == 206 && stored.fields["cache-control"] == "public, max-age=31536000, immutable")
        #expect(try await ask(host, url + "&sha256=" + String(repeating: "0", count: 64)).status == 404)
        let part = try await ask(host, url, "-L", "-r", "100-199")
        #expect(part.status == 206 && part.body == bytes[100..<200])
        let head = try await ask(host, try #require(try await ask(host, url, "-I").fields["location"]), "-I")
        #expect(head.status == 200 && head.fields["content-length"] == "\(bytes.count)")
        // An address is for one object.
        #expect(try await ask(host, address.replacing("Signature=", with: "Signature=0")).status == 403)
        #expect(try await ask(host, url.replacing("version=2", with: "version=7")).status == 404)
        try await HostedDevice.with(host) { device in
            try await device.ba("trust", authority)
            try await device.install(from: host, context: "internal")
            let slow = try front.write("", to: "front/slow")
            async let got = device.ba("pack", "get", "--app", HostedDevice.bundleID, "Tutorial")
            // It is stopped when some of it has come, and goes on.
            try await eventually { try await device.downloadedBytes > 6 << 20 }
            try await device.ba("pause", "Tutorial")
            try FileManager.default.removeItem(atPath: slow)
            try await device.ba("resume", "Tutorial")
            _ = try await got
            #expect(try device.text(of: "a.txt", in: "Tutorial", version: 2) == text)
        }
        #expect(try store.requests.contains { $0.hasPrefix("206 GET [bytes=") && !$0.contains("bytes=100-") })
    }

    @Test("C15: a device goes by addresses that are signed") func signed() async throws {
        try await ServingHost.with(arguments: ["--signed-delivery", "300", "--manifest-max-age", "0"]) { host in
            _ = try await host.processed(try await host.upload("Tutorial", of: try await host.app()).versionID)
            let base = host.url + "/apps/com.example.game/internal"
            let manifest = try await ask(host, base + "/manifest?platform=linux")
            #expect(manifest.fields["cache-control"] == "no-cache")
            #expect(String(decoding: manifest.body, as: UTF8.self).contains("Tutorial.blocks?version=1&sha256="))
            #expect(try await ask(host, base + "/assets/Tutorial?version=1").status == 403)
            try await HostedDevice.with(host) { device in
                try await device.install(from: host, context: "internal")
                try await device.ba("pack", "get", "--app", HostedDevice.bundleID, "Tutorial")
                #expect(try device.text(of: "a.txt", in: "Tutorial", version: 1) == "one")
            }
        }
    }

    @Test("C15: a private pack is for devices that were installed with a token, and the others for all")
    func privatePack()
        async throws
    {
        try await ServingHost.with { host in
            let appID = try await host.app()
            for name in ["Tutorial", "Preview"] {
                _ = try await host.processed(try await host.upload(name, of: appID).versionID)
            }
            func command(_ arguments: String...) async throws -> String {
                let run = try await ServingHost.ba(arguments, host.folder)
                try #require(run.status == 0, "\(run.errors)")
                return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            _ = try await command("pack", "set", "com.example.game", "Preview", "--private")
            let unknown = try await ServingHost.ba(
                ["pack", "set", "com.example.game", "None", "--private"], host.folder)
            #expect(unknown.status == 66, "\(unknown)")
            let token = try await command("device-token", "create", "com.example.game", "--name", "test")
            try await HostedDevice.with(host) { device in
                func get(_ pack: String) async throws -> ProgramRun {
                    try await device.run("pack", "get", "--app", HostedDevice.bundleID, pack)
                }
                try await device.install(from: host, context: "internal")
                #expect(try await get("Tutorial").status == 0)
                let none = try await get("Preview")
                #expect(none.status != 0, "\(none)")
                try await device.install(from: host, context: "internal", build: 2, token: token)
                let given = try await get("Preview")
                #expect(given.status == 0, "\(given)")
                #expect(try device.text(of: "a.txt", in: "Preview", version: 1) == "one")
                // It goes on being for all.
                _ = try await command("pack", "set", "com.example.game", "Preview", "--no-private")
                #expect(try await device.localVersion("Tutorial") == 1)
            }
        }
    }

    @Test("C15: the packs of a private app are for devices that show a token") func privateApp() async throws {
        try await ServingHost.with { host in
            _ = try await host.processed(try await host.upload("Tutorial", of: try await host.app()).versionID)
            func command(_ arguments: String...) async throws -> String {
                let run = try await ServingHost.ba(arguments, host.folder)
                try #require(run.status == 0, "\(run.errors)")
                return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            _ = try await command("app", "set", "com.example.game", "--private")
            let token = try await command("device-token", "create", "com.example.game", "--name", "test", "--days", "1")
            let base = host.url + "/apps/com.example.game/internal"
            for path in ["/manifest", "/assets/Tutorial?version=1", "/assets/Tutorial.blocks?version=1"] {
                let none = try await ask(host, base + path)
                #expect(none.status == 401 && none.fields["www-authenticate"] == #"Bearer realm="com.example.game""#)
                let wrong = try await ask(host, base + path, "-H", "Authorization: Bearer \(token.dropLast())")
                #expect(wrong.status == 401 && wrong.fields["www-authenticate"]?.contains("invalid_token") == true)
                let good = try await ask(host, base + path, "-H", "Authorization: Bearer \(token)")
                #expect(good.status == 200 && good.fields["cache-control"]?.hasPrefix("private, ") == true)
            }
            try await HostedDevice.with(host) { device in
                try await device.install(from: host, context: "internal", token: token)
                try await device.ba("pack", "get", "--app", HostedDevice.bundleID, "Tutorial")
                #expect(try device.text(of: "a.txt", in: "Tutorial", version: 1) == "one")
                #expect(try await !device.ba("logs").output.contains(token))
                let listed = try await command("device-token", "list", "com.example.game", "--json")
                let list = try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [[String: Any]]
                let id = try #require(list?.first?["id"] as? String)
                _ = try await command("device-token", "revoke", id)
                let again = try await ServingHost.ba(["device-token", "revoke", id], host.folder)
                #expect(again.status == 65 && again.errors.contains("was revoked at"), "\(again)")
                // What the service remembers is of no use any more, nor is what the build was handed out with.
                let check = try await device.run("pack", "check", HostedDevice.bundleID)
                #expect(check.status == 69 && check.errors.contains("401"), "\(check)")
                #expect(try await ask(host, base + "/manifest", "-H", "Authorization: Bearer \(token)").status == 401)
            }
            #expect(try !host.log.contains(token))
        }
    }
}
