// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import Testing

/// An nginx in front of a host, or of its store, with the certificate that the host has made for itself.
struct FrontServer {
    /// It did not begin to serve.
    struct Ended: Error {
        let reason: String
    }

    let port: UInt16
    private let log: String

    /// What it was asked for, and how it answered: a line each of status, method, range and address.
    var requests: [String] {
        get throws { try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init) }
    }

    /// Runs one for as long as `body` does.
    ///
    /// - `configuration`: what stands between the braces of `http`.
    static func with(
        _ folder: TemporaryFolder, port: UInt16, configuration: String, _ body: (FrontServer) async throws -> Void
    ) async throws {
        let nginx = folder.path("nginx")
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(nginx)/\($0);" }
        let file = try folder.write(
            """
            daemon off; master_process off; pid \(nginx)/pid;
            events {}
            http {
                \(paths.joined(separator: " "))
                log_format requests '$status $request_method [$http_range] $request_uri';
                access_log \(nginx)/requests requests;
                \(configuration)
            }
            """, to: "nginx/nginx.conf")
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: "/usr/sbin/nginx")
        process.arguments = ["-e", nginx + "/error", "-c", file]
        try process.run()
        let server = FrontServer(port: port, log: nginx + "/requests")
        do {
            try await eventually {
                if !process.isRunning {
                    throw Ended(reason: (try? String(contentsOfFile: nginx + "/error", encoding: .utf8)) ?? "no nginx")
                }
                let run = try await ProgramRun.run("/usr/bin/curl", ["-ksS", "https://localhost:\(port)/healthz"])
                return run.status == 0
            }
            try await body(server)
        } catch {
            process.terminate()
            process.waitUntilExit()
            throw error
        }
        process.terminate()
        process.waitUntilExit()
    }

    /// The configuration that Documentation/Hosting.md gives, for a host of a test.
    static func documented(for host: ServingHost, port: UInt16) throws -> String {
        let page = try String(
            contentsOfFile: FileManager.default.currentDirectoryPath + "/Documentation/Hosting.md", encoding: .utf8)
        let block = try #require(page.split(separator: "```nginx\n").dropFirst().first?.split(separator: "```").first)
        let changes = [
            ("127.0.0.1:8444", String(host.url.dropFirst("https://".count))),
            ("listen 443", "listen 127.0.0.1:\(port)"),
            ("packs.example.com", "localhost"), ("/etc/ssl/packs.pem", host.folder.path("host/identity/leaf.pem")),
            ("/etc/ssl/packs.key", host.folder.path("host/identity/leaf-key.pem")),
            ("/srv/packs", host.folder.path("host")),
        ]
        return try changes.reduce(String(block)) { text, change in
            try #require(text.contains(change.0), "the documented configuration has no \(change.0)")
            return text.replacing(change.0, with: change.1)
        }
    }

    /// Makes a certificate that vouches for itself, `front/cert.pem` with `front/key.pem`.
    ///
    /// - Returns: its path.
    static func makeCertificate(in folder: TemporaryFolder) async throws -> String {
        try folder.write("", to: "front/key.pem")
        let run = try await ProgramRun.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", folder.path("front/key.pem"),
                "-out",
                folder.path("front/cert.pem"),
            ])
        try #require(run.status == 0, "\(run.errors)")
        return folder.path("front/cert.pem")
    }

    /// One that stands in front of a store, over TLS, as devices want it. While the file `front/slow` is there, an answer that begins comes to
    /// a crawl after 7 MB.
    ///
    /// - `folder`: that of its certificate.
    static func ofStore(at endpoint: String, _ folder: TemporaryFolder, port: UInt16) -> String {
        """
        server {
            listen 127.0.0.1:\(port) ssl;
            ssl_certificate \(folder.path("front/cert.pem"));
            ssl_certificate_key \(folder.path("front/key.pem"));
            client_max_body_size 0;
            set $after 0;
            set $rate 0;
            if (-f \(folder.path("front/slow"))) {
                set $after 7m;
                set $rate 16k;
            }
            location / {
                proxy_pass \(endpoint); proxy_set_header Host $http_host; proxy_http_version 1.1;
                limit_rate_after $after;
                limit_rate $rate;
            }
        }
        """
    }
}
