// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// ba-serve on loopback, with TLS and a certificate authority of its own.
final class PackServer: Sendable {
    /// As in `https://localhost:40123`.
    let url: String
    /// PEM file of the authority, for curl.
    let authority: String
    let probe: ProcessProbe
    /// The files that it began with.
    let packNames: [String]

    /// - `folder`: of the packs.
    init(bench: Workbench, packNames: [String], folder: String = "packs") throws(BenchError) {
        self.packNames = packNames
        let log = bench.path("work/serve.log")
        unlink(log)
        let processID = try bench.program(bench.programPath("ba-serve"), [bench.path(folder), "--port", "0"])
            .start(log: log)
        probe = ProcessProbe(processID: processID)
        var found: String?
        while found == nil {
            let text = try Workbench.text(at: log)
            found = text.split(separator: "\n").first { $0.hasPrefix("https://") }.map(String.init)
            var status: Int32 = 0
            guard waitpid(processID, &status, WNOHANG) == 0 else {
                throw .failed(program: "ba-serve", status: status, output: text)
            }
            usleep(10_000)
        }
        url = found ?? ""
        authority = bench.path("work/authority.pem")
        try bench.tool("ba-serve", "export-ca", "-o", authority)
    }

    func stop() {
        kill(probe.processID, SIGTERM)
        var status: Int32 = 0
        waitpid(probe.processID, &status, 0)
    }
}
