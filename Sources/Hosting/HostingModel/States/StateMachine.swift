// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// States that change by events, and in no other way. Their raw values are those of App Store Connect's interface, and no
/// value is ever added to them: clients with closed enumerations would fail.
package protocol StateMachine: RawRepresentable<String>, CaseIterable, Codable, Hashable, Sendable {
    associatedtype Event: RawRepresentable<String>, CaseIterable, Hashable, Sendable

    /// What follows; nil where the event is illegal.
    func state(after event: Event) -> Self?
}

extension StateMachine {
    /// - Throws: when a state forbids the event.
    package mutating func apply(_ event: Event) throws(IllegalTransition) {
        guard let next = state(after: event) else {
            throw IllegalTransition(machine: "\(Self.self)", state: rawValue, event: event.rawValue)
        }
        self = next
    }

    /// Whether it never changes again.
    package var isFinal: Bool { Event.allCases.allSatisfy { state(after: $0) == nil } }
}
