// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// A state as people read it, and how it is shown.
struct StateWord: Sendable {
    let text: String
    /// A class of the style sheet: `good`, `bad`, `busy` or `idle`.
    let look: String

    /// - `state`: as the interface has it: `READY_FOR_TESTING`.
    init(_ state: String) {
        let words = state.split(separator: "_").map { $0.lowercased() }.joined(separator: " ")
        text = words.prefix(1).uppercased() + words.dropFirst()
        look =
            switch state {
            case "COMPLETE", "READY_FOR_TESTING", "READY_FOR_DISTRIBUTION", "APPROVED", "ACCEPTED", "SUCCEEDED": "good"
            case "FAILED", "REJECTED", "UNRESOLVED_ISSUES": "bad"
            case "PENDING", "PROCESSING", "WAITING_FOR_REVIEW", "IN_REVIEW", "PROCESSING_FOR_TESTING",
                "PROCESSING_FOR_DISTRIBUTION":
                "busy"
            default: "idle"
            }
    }

    init<State: RawRepresentable<String>>(_ state: State) { self.init(state.rawValue) }
}
