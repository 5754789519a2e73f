// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import HostingModel
import HostingStorage
import Logging
import Testing

@testable import HostingMetrics

struct HostCollectorTests {
    private func lines(_ collector: HostCollector) async -> [Substring] {
        await MetricsRegistry(collectors: [collector]).text().split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    @Test("Parts that do not answer are told, and nothing of what is not known") func partsThatAreGone() async throws {
        try await TemporaryFolder.with { folder in
            let time = Timestamp(milliseconds: 1_800_000_000_000)
            let database = try SQLiteDatabase(path: folder.path("host.sqlite"))
            let store = HostStore(
                database: database, objects: try FolderObjectStore(path: folder.path("objects")), now: { time },
                makeID: { "id" })
            let collector = HostCollector(store: store, now: { time }, logger: Logger(label: "test"))
            // It has no tables yet.
            #expect(
                await lines(collector) == [#"ba_host_up{part="database"} 1"#, #"ba_host_up{part="objects"} 1"#])
            try await HostSchema.migrate(database)
            let whole = await lines(collector)
            #expect(whole.contains(#"ba_host_jobs{kind="process",state="due"} 0"#))
            #expect(whole.contains(#"ba_host_oldest_due_job_seconds{kind="deliver"} 0"#))
            #expect(whole.count == 2 + 4 * Job.Kind.allCases.count)
            try FileManager.default.removeItem(atPath: folder.path("objects"))
            let broken = await lines(collector)
            #expect(broken.prefix(2) == [#"ba_host_up{part="database"} 1"#, #"ba_host_up{part="objects"} 0"#])
        }
    }
}
