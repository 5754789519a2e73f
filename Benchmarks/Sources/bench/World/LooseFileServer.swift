// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// nginx on loopback with ba-serve's certificate: serves files one by one, as a host without packs does.
final class LooseFileServer {
    private static let port = 18_443
    /// As in `https://localhost:18443`.
    var url: String { "https://localhost:\(Self.port)" }
    let probe: ProcessProbe

    init(bench: Workbench, root: String) throws(BenchError) {
        let data = bench.path("data/background-assets-serve")
        try bench.write(
            """
            daemon off; master_process off; pid \(bench.path("work/nginx.pid"));
            error_log \(bench.path("work/nginx-error.log"));
            events { worker_connections 512; }
            http {
                access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000;
                client_body_temp_path \(bench.path("work")); proxy_temp_path \(bench.path("work"));
                fastcgi_temp_path \(bench.path("work")); uwsgi_temp_path \(bench.path("work"));
                scgi_temp_path \(bench.path("work"));
                server {
                    listen 127.0.0.1:\(Self.port) ssl http2;
                    ssl_protocols TLSv1.3;
                    ssl_certificate \(data)/leaf.pem; ssl_certificate_key \(data)/leaf-key.pem;
                    root \(root);
                }
            }
            """, to: "work/nginx.conf")
        let log = bench.path("work/nginx.log")
        let processID = try bench.program("nginx", ["-e", log, "-c", bench.path("work/nginx.conf")]).start(log: log)
        probe = ProcessProbe(processID: processID)
        while !Self.accepts() {
            var status: Int32 = 0
            guard waitpid(processID, &status, WNOHANG) == 0 else {
                throw .failed(program: "nginx", status: status, output: try Workbench.text(at: log))
            }
            usleep(10_000)
        }
    }

    private static func accepts() -> Bool {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(number) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    func stop() {
        kill(probe.processID, SIGTERM)
        var status: Int32 = 0
        waitpid(probe.processID, &status, 0)
    }
}
