// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Metrics
import Testing

@testable import HostingMetrics

struct MetricsRegistryTests {
    private struct Fixed: MetricsCollector {
        func collect() async -> [CollectedMetric] {
            [
                CollectedMetric(
                    "up", .gauge, help: "It\nis \\ there.", series: [([("part", "b")], 1), ([("part", "a")], 0)]),
                CollectedMetric("start", .gauge, help: "When.", 1.5),
            ]
        }
    }

    @Test func writesWhatPrometheusReads() async {
        let registry = MetricsRegistry(help: ["requests_total": "Requests."], collectors: [Fixed()])
        Counter(label: "requests_total", dimensions: [("status", "200"), ("kind", "api")], factory: registry)
            .increment(by: 2)
        Counter(label: "requests_total", dimensions: [("kind", "api"), ("status", "200")], factory: registry)
            .increment()
        Counter(label: "requests_total", dimensions: [("kind", "api"), ("status", "404")], factory: registry)
            .increment()
        let meter = Meter(label: "in_progress", factory: registry)
        meter.increment(by: 3)
        meter.decrement()
        Gauge(label: "depth", factory: registry).record(0.25)
        #expect(
            await registry.text() == #"""
                # TYPE depth gauge
                depth 0.25
                # TYPE in_progress gauge
                in_progress 2
                # HELP requests_total Requests.
                # TYPE requests_total counter
                requests_total{kind="api",status="200"} 3
                requests_total{kind="api",status="404"} 1
                # HELP up It\nis \\ there.
                # TYPE up gauge
                up{part="a"} 0
                up{part="b"} 1
                # HELP start When.
                # TYPE start gauge
                start 1.5

                """#)
    }

    @Test func aTimerCountsUpToItsBounds() async {
        let registry = MetricsRegistry()
        let timer = Timer(label: "duration_seconds", dimensions: [("kind", "api")], factory: registry)
        timer.record(duration: .milliseconds(1))
        timer.record(duration: .milliseconds(3))
        timer.record(duration: .seconds(1_000))
        let lines = await registry.text().split(separator: "\n")
        #expect(lines.first == "# TYPE duration_seconds histogram")
        #expect(lines.contains(#"duration_seconds_bucket{kind="api",le="0.001"} 1"#))
        #expect(lines.contains(#"duration_seconds_bucket{kind="api",le="0.0025"} 1"#))
        #expect(lines.contains(#"duration_seconds_bucket{kind="api",le="0.005"} 2"#))
        #expect(lines.contains(#"duration_seconds_bucket{kind="api",le="300"} 2"#))
        #expect(lines.contains(#"duration_seconds_bucket{kind="api",le="+Inf"} 3"#))
        #expect(lines.contains(#"duration_seconds_count{kind="api"} 3"#))
        #expect(lines.contains(#"duration_seconds_sum{kind="api"} 1000.004"#))
        #expect(lines.count == MetricHistogram.durationBounds.count + 4)
    }

    @Test("Names and values from elsewhere cannot break the text") func foreignNames() async {
        let registry = MetricsRegistry()
        Counter(label: "hb.requests", dimensions: [("http.route", "/a\"b\\c\nd"), ("9", "x")], factory: registry)
            .increment()
        Counter(label: "", dimensions: [("", "")], factory: registry).increment()
        #expect(
            await registry.text() == #"""
                # TYPE _ counter
                _{_=""} 1
                # TYPE hb_requests counter
                hb_requests{_9="x",http_route="/a\"b\\c\nd"} 1

                """#)
    }

    @Test("Of two kinds under one name the first is kept") func clash() async {
        let registry = MetricsRegistry()
        Counter(label: "a", factory: registry).increment()
        Meter(label: "a", factory: registry).set(7)
        Timer(label: "a", factory: registry).recordNanoseconds(1)
        #expect(await registry.text() == "# TYPE a counter\na 1\n")
    }

    @Test func whatIsDestroyedIsGone() async {
        let registry = MetricsRegistry()
        let one = Counter(label: "a", dimensions: [("b", "1")], factory: registry)
        let other = Counter(label: "a", dimensions: [("b", "2")], factory: registry)
        one.increment()
        other.increment()
        one.destroy()
        #expect(await registry.text() == "# TYPE a counter\na{b=\"2\"} 1\n")
        other.destroy()
        #expect(await registry.text().isEmpty)
    }

    @Test func manyMeasureAtATime() async {
        let registry = MetricsRegistry()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<1_000 {
                        Counter(label: "n_total", dimensions: [("t", "\(task % 2)")], factory: registry).increment()
                    }
                }
            }
        }
        #expect(await registry.text() == "# TYPE n_total counter\nn_total{t=\"0\"} 4000\nn_total{t=\"1\"} 4000\n")
    }

    @Test func numbers() {
        #expect(
            [0, -3, 0.5, 1e15, .infinity, -.infinity, .nan].map(PrometheusText.number) == [
                "0", "-3", "0.5", "1000000000000000", "+Inf", "-Inf", "NaN",
            ])
    }
}
