// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HostingMetrics

struct ProcessCollectorTests {
    @Test func tellsOfThisProcess() async throws {
        let metrics = await ProcessCollector().collect()
        let values = Dictionary(uniqueKeysWithValues: metrics.map { ($0.name, $0.series[0].value) })
        #expect(values.count == 5)
        #expect(try #require(values["process_resident_memory_bytes"]) > 1_000_000)
        #expect(try #require(values["process_cpu_seconds_total"]) > 0)
        let start = try #require(values["process_start_time_seconds"])
        let now = Date().timeIntervalSince1970
        #expect((now - 7_200...now + 2).contains(start), "\(start) \(now)")
        // Beside what other tests have open.
        let descriptors = try #require(values["process_open_fds"])
        #expect(descriptors >= 3)
        #expect(try #require(values["process_max_fds"]) >= descriptors)
    }
}
