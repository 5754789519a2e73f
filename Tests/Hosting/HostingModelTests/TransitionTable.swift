// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

/// Every legal transition of a machine, as a person would write it down; whatever is not in it is illegal.
struct TransitionTable<Machine: StateMachine> {
    let legal: [Machine: [Machine.Event: Machine]]

    /// Holds each pair of state and event against the machine: the legal ones lead where they should, all others throw and
    /// change nothing.
    func expectAll(sourceLocation: SourceLocation = #_sourceLocation) {
        for state in Machine.allCases {
            for event in Machine.Event.allCases {
                var machine = state
                if let next = legal[state]?[event] {
                    #expect(throws: Never.self, sourceLocation: sourceLocation) { try machine.apply(event) }
                    #expect(machine == next, "\(state.rawValue) + \(event.rawValue)", sourceLocation: sourceLocation)
                } else {
                    #expect(
                        throws: IllegalTransition(
                            machine: "\(Machine.self)", state: state.rawValue, event: event.rawValue),
                        sourceLocation: sourceLocation
                    ) { try machine.apply(event) }
                    #expect(machine == state, sourceLocation: sourceLocation)
                }
            }
        }
    }
}
