// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Somebody at the pages of a host, with a browser's cookies.
struct PageBrowser {
    let host: ServingHost
    private let jar: String

    /// - `name`: of their cookies, in the folder of the test.
    init(_ host: ServingHost, _ name: String) {
        self.host = host
        jar = host.folder.path(name + ".cookies")
    }

    struct Page {
        let status: Int
        let fields: String
        let text: String

        /// The token that its forms carry.
        var token: String {
            get throws { try #require(text.firstMatch(of: /name="token" value="([^"]+)"/)).1.description }
        }

        /// What its form that makes a key has to be told from others by.
        var once: String {
            get throws { try #require(text.firstMatch(of: /name="once" value="([^"]+)"/)).1.description }
        }

        /// Somebody who has the key that is shown here, once.
        ///
        /// - `issuer`: empty for a key of a member.
        func user(of host: ServingHost, issuer: String) throws -> ServingHost {
            let plain = text.replacing("&#43;", with: "+").replacing("&#x2F;", with: "/").replacing("&#x3D;", with: "=")
                .replacing("&#47;", with: "/").replacing("&#61;", with: "=")
            let pem = try #require(plain.firstMatch(of: /-----BEGIN PRIVATE KEY-----[^<]*-----END PRIVATE KEY-----/)).0
            let id = try #require(plain.firstMatch(of: /AuthKey_([A-Z0-9]{10})/)).1
            return ServingHost(
                folder: host.folder, storage: host.storage, url: host.url,
                key: ServingHost.Key(id: String(id), issuer: issuer, privateKey: String(pem)))
        }
    }

    /// - `formToken`: as a script of a page shows it.
    func get(_ path: String, formToken: String? = nil) async throws -> Page {
        try await send(path, formToken.map { ["-H", "X-Form-Token: \($0)"] } ?? [])
    }

    /// - `form`: without the token.
    func post(
        _ path: String, token: String = "", origin: String? = nil, _ form: [String: String] = [:]
    ) async throws -> Page {
        let fields = form.merging(["token": token]) { first, _ in first }
        return try await send(
            path,
            ["-H", "Origin: \(origin ?? host.url)"]
                + fields.flatMap { ["--data-urlencode", "\($0.key)=\($0.value)"] })
    }

    /// Sends a form with a file, as a page does it: the token first.
    func upload(
        _ path: String, token: String, origin: String? = nil, file: String, as name: String
    ) async throws -> Page {
        try await send(
            path,
            [
                "-H", "Origin: \(origin ?? host.url)", "-F", "token=\(token)", "-F",
                "archive=@\(file);filename=\"\(name)\"",
            ])
    }

    /// Begins a request that it does not end.
    ///
    /// - Returns: the status of curl.
    func breakOff(_ path: String, _ arguments: [String]) async throws -> Int32 {
        try await ProgramRun.run("/usr/bin/curl", usual + arguments + [host.url + path]).status
    }

    /// Goes where an answer leads.
    func follow(_ page: Page) async throws -> Page {
        let path = try #require(page.fields.firstMatch(of: /(?i)location: ([^\r\n]+)/)).1
        return try await get(String(path))
    }

    private var usual: [String] {
        ["-gsS", "--http1.1", "-b", jar, "-c", jar, "--cacert", host.folder.path("host/identity/ca.pem")]
    }

    func send(_ path: String, _ arguments: [String]) async throws -> Page {
        let run = try await ProgramRun.run(
            "/usr/bin/curl", usual + ["-i", "-w", "\n%{response_code}"] + arguments + [host.url + path])
        try #require(run.status == 0, "\(path): \(run.errors)")
        let end = try #require(run.output.lastIndex(of: "\n"))
        let answer = run.output[..<end]
        let head = try #require(answer.firstRange(of: "\r\n\r\n"))
        return Page(
            status: try #require(Int(run.output[run.output.index(after: end)...])),
            fields: String(answer[..<head.lowerBound]), text: String(answer[head.upperBound...]))
    }

    /// Adds somebody to the team, who chooses a password and is signed in then.
    static func member(_ mail: String, _ role: String, of host: ServingHost) async throws -> PageBrowser {
        let added = try await host.ba("member", "add", mail, "--role", role)
        try #require(added.status == 0, "\(added.errors)")
        let invited = try await host.ba("member", "invite", mail)
        try #require(invited.status == 0, "\(invited.errors)")
        let address = invited.output.trimmingCharacters(in: .whitespacesAndNewlines)
        try #require(address.hasPrefix(host.url + "/console/welcome/"), "\(address)")
        let browser = PageBrowser(host, mail)
        let answer = try await browser.post(
            String(address.dropFirst(host.url.count)),
            ["password": "correct horse battery", "again": "correct horse battery"])
        try #require(answer.status == 303, "\(answer.text)")
        return browser
    }
}
