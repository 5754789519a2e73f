// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingStorage

/// What a host measures by itself, beside what is collected (`HostCollector`, `ProcessCollector`).
package enum HostMetric: String, CaseIterable, Sendable {
    case requests = "ba_host_http_requests_total"
    case requestsInProgress = "ba_host_http_requests_in_progress"
    case requestDuration = "ba_host_http_request_duration_seconds"
    case responseBytes = "ba_host_http_response_bytes_total"

    package static var help: [String: String] {
        Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.help) })
            .merging([JobRunner.durationMetric: jobDurationHelp]) { first, _ in first }
    }

    private var help: String {
        switch self {
        case .requests: "Requests that were answered, by kind (api, delivery, health, upload), method and status."
        case .requestsInProgress: "Requests that are being answered."
        case .requestDuration: "From a request to the end of its answer."
        case .responseBytes: "Bytes of bodies that were sent."
        }
    }

    private static let jobDurationHelp =
        "Tries of jobs of this process, by kind (process, deliver), however they ended."
}
