// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// nginx on loopback, with a worker for each processor: what a host is compared with, and what stands in front of one.
final class NginxServer {
    /// As in `https://localhost:18444`.
    let url: String
    private let processID: pid_t

    /// - `name`: of its files.
    /// - `configuration`: of the server, and what stands beside it: `{server: what stands in it, beside: …}`.
    /// - `protocols`: versions of TLS; nginx asks other servers by 1.2.
    /// - `identity`: the folder with `leaf.pem` and `leaf-key.pem`.
    init(
        bench: Workbench, name: String, port: Int, identity: String, protocols: String = "TLSv1.3", server: String,
        beside: String = ""
    ) throws(BenchError) {
        let folder = "work/\(name)"
        try bench.makeFolder(folder)
        let path = bench.path(folder)
        let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(path)/\($0);" }
        try bench.write(
            """
            daemon off; worker_processes auto; pid \(path)/pid; error_log \(path)/error.log;
            \(getuid() == 0 ? "user root;" : "")
            events { worker_connections 1024; }
            http {
                access_log off; sendfile on; keepalive_requests 100000000; types { }
                \(places.joined(separator: " "))
                \(beside)
                server {
                    listen 127.0.0.1:\(port) ssl;
                    ssl_protocols \(protocols);
                    ssl_certificate \(identity)/leaf.pem; ssl_certificate_key \(identity)/leaf-key.pem;
                    \(server)
                }
            }
            """, to: "\(folder)/nginx.conf")
        let log = path + "/log"
        processID = try bench.program("nginx", ["-e", log, "-c", path + "/nginx.conf"]).start(log: log)
        url = "https://localhost:\(port)"
        let (processID, url) = (processID, url)
        try Workbench.wait("nginx to serve") { () throws(BenchError) -> Bool in
            var status: Int32 = 0
            guard waitpid(processID, &status, WNOHANG) == 0 else {
                throw .failed(program: "nginx", status: status, output: try Workbench.text(at: log))
            }
            return (try? bench.program("curl", ["-ksS", "-o", "/dev/null", url]).run()) != nil
        }
    }

    func stop() {
        kill(processID, SIGTERM)
        var status: Int32 = 0
        waitpid(processID, &status, 0)
    }
}
