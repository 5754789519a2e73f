// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import CoreMetrics
internal import Synchronization

/// Keeps what a process measures, and writes it as Prometheus collects it. It is a factory of swift-metrics', so that what
/// libraries measure is in it, too.
///
/// Of two metrics with one name and different kinds the first is kept; what the other measures goes nowhere.
package final class MetricsRegistry: MetricsFactory {
    private struct Family {
        let kind: MetricKind
        var series: [MetricLabels: any MetricValue] = [:]
    }

    private let families = Mutex<[String: Family]>([:])
    private let help: [String: String]
    private let collectors: [any MetricsCollector]

    /// - Parameters:
    ///   - help: what metrics mean, by their names.
    ///   - collectors: in the order in which they are to be shown, after the others.
    package init(help: [String: String] = [:], collectors: [any MetricsCollector] = []) {
        self.help = help
        self.collectors = collectors
    }

    /// All of it, at this moment.
    package func text() async -> String {
        var text = ""
        for (name, family) in families.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            text += PrometheusText.head(name, family.kind, help: help[name])
            for (labels, value) in family.series.sorted(by: { $0.key < $1.key }) {
                value.append(to: &text, name: name, labels: labels)
            }
        }
        for collector in collectors {
            for metric in await collector.collect() { text += metric.text }
        }
        return text
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        value(label, .counter, dimensions) { MetricNumber() } ?? NOOPMetricsHandler.instance
    }

    package func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        value(label, .counter, dimensions) { MetricNumber() } ?? NOOPMetricsHandler.instance
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        value(label, .gauge, dimensions) { MetricNumber() } ?? NOOPMetricsHandler.instance
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else {
            return value(label, .gauge, dimensions) { MetricNumber() } ?? NOOPMetricsHandler.instance
        }
        return value(label, .histogram, dimensions) { MetricHistogram(bounds: MetricHistogram.numberBounds) }
            ?? NOOPMetricsHandler.instance
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        value(label, .histogram, dimensions) { MetricHistogram(bounds: MetricHistogram.durationBounds) }
            ?? NOOPMetricsHandler.instance
    }

    package func destroyCounter(_ handler: any CounterHandler) { forget(handler) }
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { forget(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { forget(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { forget(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { forget(handler) }

    /// - Returns: nil when the name is taken by a metric of another kind.
    private func value<Value: MetricValue>(
        _ label: String, _ kind: MetricKind, _ dimensions: [(String, String)], _ make: () -> Value
    ) -> Value? {
        let (name, labels) = (MetricName.metric(label), MetricLabels(dimensions))
        return families.withLock { families in
            var family = families[name] ?? Family(kind: kind)
            guard family.kind == kind else { return nil }
            if let value = family.series[labels] { return value as? Value }
            let value = make()
            family.series[labels] = value
            families[name] = family
            return value
        }
    }

    private func forget(_ handler: AnyObject) {
        families.withLock { families in
            for (name, var family) in families {
                family.series = family.series.filter { $0.value !== handler }
                families[name] = family.series.isEmpty ? nil : family
            }
        }
    }
}
