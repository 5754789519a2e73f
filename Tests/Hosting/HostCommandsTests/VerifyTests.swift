// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

@Suite("ba-host verify", .serialized, .timeLimit(.minutes(2))) struct VerifyTests {
    private struct Report: Decodable {
        let objects, bytes: Int
        let faults, unknown: [String]
    }

    /// The objects of the host, by what their names begin with.
    private func paths(_ folder: TemporaryFolder, _ kind: String) throws -> [String] {
        let root = folder.path("host/objects")
        return try FileManager.default.subpathsOfDirectory(atPath: root).filter {
            $0.contains("/\(kind)/") || $0.hasPrefix(kind + "/")
        }
        .map { root + "/" + $0 }
        .filter { (try? FileManager.default.attributesOfItem(atPath: $0)[.type] as? FileAttributeType) == .typeRegular }
    }

    private func verify(_ host: ServingHost) async throws -> (status: Int32, report: Report) {
        let run = try await host.ba("verify", "--json")
        return (run.status, try JSONDecoder().decode(Report.self, from: Data(run.output.utf8)))
    }

    @Test("Every object is read, beside a server; what is missing or damaged is named") func objects() async throws {
        try await ServingHost.with { host in
            let version = try await host.upload("Tutorial", of: try await host.app()).versionID
            _ = try await host.processed(version)
            let whole = try await verify(host)
            // The archive, its blocks and the list of its files.
            #expect(
                whole.status == 0 && whole.report.objects == 3 && whole.report.faults == []
                    && whole.report.unknown == [])
            #expect(whole.report.bytes > 0)
            let text = try await host.ba("verify")
            #expect(
                text.status == 0 && text.output.contains("3 objects")
                    && text.output.contains("all are as they were recorded"))
            let archive = try #require(try paths(host.folder, "files").first)
            var bytes = try Data(contentsOf: URL(fileURLWithPath: archive))
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: URL(fileURLWithPath: archive))
            let damaged = try await verify(host)
            #expect(damaged.status == 65 && damaged.report.faults.count == 1, "\(damaged)")
            #expect(
                damaged.report.faults.first?.hasPrefix("the archive of Tutorial 1 of com.example.game is damaged")
                    == true)
            try Data(bytes.dropLast()).write(to: URL(fileURLWithPath: archive))
            #expect(try await verify(host).report.faults.first?.contains("bytes in place of") == true)
            try FileManager.default.removeItem(atPath: archive)
            try Data("x".utf8).write(
                to: URL(fileURLWithPath: (archive as NSString).deletingLastPathComponent + "/other"))
            let missing = try await verify(host)
            #expect(
                missing.report.faults.first?.contains("is missing") == true && missing.report.unknown.count == 1,
                "\(missing)")
            let told = try await host.ba("verify")
            #expect(told.status == 65 && told.errors.contains("is missing") && told.errors.contains("on no record"))
        }
    }
}
