// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What `bwrap` tells of the process that it confines: one JSON object a line, on a descriptor of its own.
struct BubblewrapStatus: Equatable, Sendable {
    /// The number of the confined process; nil when there never was one.
    private(set) var process: Int32?
    /// Whether it came so far as to run its program.
    private(set) var hasRun = false

    /// Members that are not known, and lines that are no JSON, are passed over.
    init(_ bytes: [UInt8]) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else {
                continue
            }
            if let number = object["child-pid"] as? Int { process = Int32(exactly: number) }
            if object["exit-code"] is Int { hasRun = true }
        }
    }
}
