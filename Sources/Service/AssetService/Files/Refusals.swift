// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why downloads were not scheduled: the first reasons, and how many there were of the rest, however many were wanted.
struct Refusals: Sendable {
    /// Reasons that are told.
    static let largestCount = 10

    private var reasons: [(text: String, count: Int)] = []
    private var others = 0

    mutating func add(_ text: String) {
        if let index = reasons.firstIndex(where: { $0.text == text }) {
            reasons[index].count += 1
        } else if reasons.count < Self.largestCount {
            reasons.append((text, 1))
        } else {
            others += 1
        }
    }

    /// For people.
    var texts: [String] {
        let told = reasons.map { $0.count == 1 ? $0.text : "\($0.text) (\($0.count) of them)" }
        return others == 0 ? told : told + ["\(others) more were refused"]
    }
}
