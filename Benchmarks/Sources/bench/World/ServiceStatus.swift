// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What `ba service status --json` prints.
struct ServiceStatus: Decodable {
    struct Queue: Decodable {
        var downloads: Int
        var transfers: Int
        /// In seconds.
        var medianDecision: Double
        var longestDecision: Double
    }

    struct Tasks: Decodable {
        var waiting: Int
        /// In seconds.
        var medianDecision: Double
        var longestDecision: Double
    }

    var processID: Int32
    var root: String
    var socket: String
    var queue: Queue
    var tasks: Tasks

    init(_ text: String) throws(BenchError) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) } catch {
            throw .unexpected(what: "the answer of ba service status", found: "\(error): \(text)")
        }
    }
}
