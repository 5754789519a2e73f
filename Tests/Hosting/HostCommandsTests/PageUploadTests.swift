// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Archives that a form of the page uploads, as a browser without scripts sends it.
@Suite("Uploads of the page without scripts", .serialized, .timeLimit(.minutes(4))) struct PageUploadTests {
    /// The folder of the host, or a store.
    enum Storage: String, CaseIterable, CustomTestStringConvertible {
        case folder, s3

        var testDescription: String { rawValue }

        func make() async throws -> HostStorage { self == .folder ? HostStorage() : try await HostStorage.shared() }
    }

    private func archive(_ host: ServingHost, _ name: String, _ text: String) async throws -> String {
        _ = try await host.makePack(name, text)
        return host.folder.path("pack/pack.aar")
    }

    @Test("An archive becomes a version, in parts as any other", arguments: Storage.allCases)
    func upload(_ storage: Storage) async throws {
        try await ServingHost.with(storage: try await storage.make()) { host in
            let appID = try await host.app()
            let ada = try await PageBrowser.member("ada@example.com", "DEVELOPER", of: host)
            let page = try await ada.get("/console/apps/\(appID)")
            #expect(page.text.contains("enctype=\"multipart/form-data\""))
            let path = "/console/apps/\(appID)/uploads"
            // More than one part.
            let random = try #require(FileHandle(forReadingAtPath: "/dev/urandom"))
            let noise = try #require(try random.read(upToCount: 20_000_000))
            let file = try await archive(host, "Large", noise.base64EncodedString())
            let size = try Data(contentsOf: URL(fileURLWithPath: file)).count
            #expect(size > 17 << 20)
            for number in 1...2 {
                let sent = try await ada.upload(path, token: try page.token, file: file, as: "Large.aar")
                #expect(sent.status == 303, "\(sent.text)")
                let versionID = try #require(sent.fields.firstMatch(of: /\/console\/versions\/([0-9a-f-]+)/)).1
                let version = try await host.processed(String(versionID))
                #expect(version.string("data/attributes/state") == "COMPLETE", "\(version.text)")
                #expect(version.string("data/attributes/version") == "\(number)", "\(version.text)")
            }
            let address = "\(host.url)/apps/com.example.game/internal/assets/Large?version=2"
            #expect(try await host.fetch(address) == Data(contentsOf: URL(fileURLWithPath: file)))
            #expect(try await host.ba("verify").status == 0)
        }
    }

    @Test("What breaks off leaves nothing, and is repeated", arguments: Storage.allCases)
    func broken(_ storage: Storage) async throws {
        try await ServingHost.with(storage: try await storage.make()) { host in
            let appID = try await host.app()
            let ada = try await PageBrowser.member("ada@example.com", "ADMIN", of: host)
            let token = try await ada.get("/console/apps/\(appID)").token
            let path = "/console/apps/\(appID)/uploads"
            let file = try await archive(host, "Tutorial", "one")
            let archive = try Data(contentsOf: URL(fileURLWithPath: file))
            func field(_ rest: String, _ content: Data) -> Data {
                Data("--B\r\nContent-Disposition: form-data; \(rest)\r\n\r\n".utf8) + content + Data("\r\n".utf8)
            }
            let form =
                field("name=\"token\"", Data(token.utf8))
                + field("name=\"archive\"; filename=\"Tutorial.aar\"", archive)
            func send(_ body: Data, _ more: String...) async throws -> PageBrowser.Page {
                try body.write(to: URL(fileURLWithPath: host.folder.path("form")))
                return try await ada.send(
                    path,
                    [
                        "-H", "Origin: \(host.url)", "-H", "Content-Type: multipart/form-data; boundary=B",
                        "--data-binary", "@" + host.folder.path("form"),
                    ] + more)
            }
            // The pack was made for the upload, and goes with it.
            func packs() async throws -> Int {
                let packs = try await host.send("GET", "/v1/apps/\(appID)/backgroundAssets")
                return try #require(packs["data"] as? [Any]).count
            }
            // Without its end, with something behind the file, and with less than the head says: the last client is gone.
            let cut = try await send(form)
            #expect(cut.status == 400 && cut.text.contains("nothing of it is kept"), "\(cut.text)")
            let more = try await send(form + field("name=\"a\"", Data("b".utf8)) + Data("--B--\r\n".utf8))
            #expect(more.status == 400 && more.text.contains("behind the file"), "\(more.text)")
            #expect(try await packs() == 0)
            try form.write(to: URL(fileURLWithPath: host.folder.path("form")))
            let gone = try await ada.breakOff(
                path,
                [
                    "-H", "Origin: \(host.url)", "-H", "Content-Type: multipart/form-data; boundary=B",
                    "-H", "Content-Length: 100000000", "--data-binary", "@" + host.folder.path("form"), "--max-time",
                    "10",
                ])
            #expect(gone != 0)
            try await eventually {
                try await host.ba("audit", "--json").output.components(separatedBy: "version.take-back").count == 4
            }
            #expect(try await packs() == 0)
            let whole = try await send(form + Data("--B--\r\n".utf8))
            #expect(whole.status == 303, "\(whole.text)")
            let versionID = try #require(whole.fields.firstMatch(of: /\/console\/versions\/([0-9a-f-]+)/)).1
            let processed = try await host.processed(String(versionID))
            #expect(processed.string("data/attributes/state") == "COMPLETE", "\(processed.text)")
            #expect(try await host.ba("verify").status == 0)
        }
    }

    @Test(
        "A form of another session, or of somebody who may not, takes no bytes; what cannot be is said where it was asked"
    )
    func refused() async throws {
        try await ServingHost.with { host in
            let appID = try await host.app()
            let ada = try await PageBrowser.member("ada@example.com", "DEVELOPER", of: host)
            let bo = try await PageBrowser.member("bo@example.com", "READ_ONLY", of: host)
            let path = "/console/apps/\(appID)/uploads"
            let token = try await ada.get("/console/apps/\(appID)").token
            let file = try await archive(host, "Tutorial", "one")
            #expect(try await ada.upload(path, token: "x", file: file, as: "Tutorial.aar").status == 403)
            #expect(
                try await ada.upload(path, token: token, origin: "https://evil.example", file: file, as: "Tutorial.aar")
                    .status == 403)
            // The token stands in front of the file: behind it, it comes too late.
            let late = try await ada.send(
                path,
                ["-H", "Origin: \(host.url)", "-F", "archive=@\(file);filename=Tutorial.aar", "-F", "token=\(token)"])
            #expect(late.status == 403, "\(late.text)")
            let page = try await bo.get("/console/apps/\(appID)")
            #expect(!page.text.contains("multipart/form-data"))
            #expect(try await bo.upload(path, token: try page.token, file: file, as: "Tutorial.aar").status == 403)
            let nobody = PageBrowser(host, "nobody")
            #expect(try await nobody.upload(path, token: "x", file: file, as: "Tutorial.aar").status == 303)
            #expect(
                try await ada.upload("/console/apps/x/uploads", token: token, file: file, as: "T.aar").status == 404)
            let none = try await ada.send(
                path, ["-H", "Origin: \(host.url)", "-F", "token=\(token)", "-F", "archive=;filename="])
            #expect(none.status == 422 && none.text.contains("Choose an archive"), "\(none.text)")
            let photo = try await ada.upload(path, token: token, file: file, as: "photo.png")
            #expect(photo.status == 422 && photo.text.contains("ends with .aar"), "\(photo.text)")
            let name = try await ada.upload(path, token: token, file: file, as: "no name.aar")
            #expect(name.status == 422, "\(name.text)")
            let long = try await ada.upload(path, token: token, file: file, as: String(repeating: "a", count: 300))
            #expect(long.status == 422 && long.text.contains("255 characters"), "\(long.text)")
            let plain = try await ada.post(path, token: token)
            #expect(plain.status == 400)
            let packs = try await host.send("GET", "/v1/apps/\(appID)/backgroundAssets")
            #expect((packs["data"] as? [Any])?.isEmpty == true, "\(packs.text)")
            #expect(try await !host.ba("audit").output.contains("version.create"))
        }
    }
}
