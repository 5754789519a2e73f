// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// What a server tells Prometheus.
@Suite("ba-host metrics", .timeLimit(.minutes(2))) struct MetricsTests {
    /// Where the process says that its metrics are.
    private func address(_ host: ServingHost) async throws -> String {
        try await eventualValue {
            try host.log.split(separator: "\n").first { $0.hasPrefix("Metrics: ") }?.dropFirst("Metrics: ".count)
                .description
        }
    }

    private func curl(_ arguments: String...) async throws -> (status: Int, text: String) {
        let run = try await ProgramRun.run("/usr/bin/curl", ["-sS", "-w", "\n%{response_code}"] + arguments)
        try #require(run.status == 0, "\(run.errors)")
        let end = try #require(run.output.lastIndex(of: "\n"))
        return (try #require(Int(run.output[end...].dropFirst())), String(run.output[..<end]))
    }

    private func values(_ text: String) throws -> [String: Double] {
        var values: [String: Double] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let space = try #require(line.lastIndex(of: " "))
            let value: Double = try #require(Double(String(line[space...].dropFirst())), "\(line)")
            values[String(line[..<space])] = value
        }
        return values
    }

    @Test("Requests, jobs, the parts of the host and the process are measured") func serving() async throws {
        try await ServingHost.with(arguments: ["--metrics-address", "0"]) { host in
            let metrics = try await address(host)
            #expect(metrics.hasPrefix("http://localhost:") && metrics.hasSuffix("/metrics"))
            let version = try await host.upload("Tutorial", of: try await host.app()).versionID
            _ = try await host.processed(version)
            _ = try await host.send("GET", "/v1/nothing")
            let found = try await eventualValue {
                let values = try values(try await curl(metrics).text)
                // It is measured when the job has ended, which is after its effect can be seen.
                return values[#"ba_host_job_duration_seconds_count{kind="process"}"#] == 1 ? values : nil
            }
            #expect(found[#"ba_host_http_requests_total{kind="api",method="POST",status="201"}"#] ?? 0 >= 3)
            #expect(found[#"ba_host_http_requests_total{kind="api",method="GET",status="404"}"#] == 1)
            #expect(found[#"ba_host_http_requests_total{kind="upload",method="PUT",status="200"}"#] ?? 0 >= 1)
            #expect(found[#"ba_host_http_request_duration_seconds_count{kind="api"}"#] ?? 0 >= 4)
            #expect(found[#"ba_host_http_response_bytes_total{kind="api"}"#] ?? 0 > 500)
            #expect(found[#"ba_host_http_requests_in_progress{kind="api"}"#] == 0)
            #expect(found[#"ba_host_up{part="database"}"#] == 1 && found[#"ba_host_up{part="objects"}"#] == 1)
            #expect(found[#"ba_host_jobs{kind="process",state="running"}"#] == 0)
            #expect(found["process_resident_memory_bytes"] ?? 0 > 1_000_000)
        }
    }

    @Test("Nobody who says nothing is waited for at the address of metrics for ever") func silence() async throws {
        try await ServingHost.with(arguments: ["--metrics-address", "0", "--client-timeout", "1"]) { host in
            let port = try #require(URL(string: try await address(host))?.port)
            // It ends when the server closes the connection.
            let run = try await ProgramRun.run(
                "/usr/bin/timeout", ["60", "/bin/bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/\(port); cat <&3"])
            #expect(run.status == 0 && run.output.isEmpty, "\(run)")
        }
    }

    @Test("Metrics are at their own address alone, and nothing else is there") func places() async throws {
        try await ServingHost.with(arguments: ["--metrics-address", "127.0.0.1:0"]) { host in
            let metrics = try await address(host)
            #expect(try await host.send("GET", "/metrics").status == 404)
            #expect(try await curl(metrics, "-X", "POST").status == 405)
            let root = metrics.dropLast("/metrics".count)
            #expect(try await curl(root + "/v1/apps").status == 404)
            #expect(try await curl("-I", metrics).status == 200)
            let port = try #require(root.split(separator: ":").last)
            let other = try await ProgramRun.run(
                "ba-host",
                ["serve", "--data", host.folder.path("other"), "--port", "0", "--metrics-address", String(port)])
            #expect(other.status == 75 && other.errors.contains("--metrics-address"), "\(other.errors)")
        }
    }

    @Test(
        "What is no address is told",
        arguments: [
            "", "x", "65536", "-1", "a b:1", "abc:9464", "metrics.example.com:9464", "127.0.0.1:", ":", "::1:9464x",
        ])
    func badInput(address: String) async throws {
        try await TemporaryFolder.with { folder in
            let run = try await ServingHost.ba(["check-config", "--metrics-address=" + address], folder)
            #expect(run.status == 64 && run.errors.contains("--metrics-address"), "\(run.errors)")
        }
    }
}
