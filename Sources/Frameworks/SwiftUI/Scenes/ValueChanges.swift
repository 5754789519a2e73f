// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Values that scenes look at, and what is done when they are others.
@MainActor struct ValueChanges {
    private struct Watched {
        let value: any Equatable
        /// Is handed the value before; does nothing where that is the same, or of another type.
        let tell: (any Equatable) -> Void
    }

    private var all: [Watched] = []
    /// What is done for the first values.
    private var firsts: [() -> Void] = []

    var isEmpty: Bool { all.isEmpty }

    /// - `isFirst`: it is done for the first value, too.
    mutating func add<Value: Equatable>(_ value: Value, isFirst: Bool, _ action: @escaping (Value, Value) -> Void) {
        all.append(
            Watched(value: value) { before in
                guard let before = before as? Value, before != value else { return }
                action(before, value)
            })
        if isFirst { firsts.append { action(value, value) } }
    }

    func tellFirst() { for first in firsts { first() } }

    /// Does what is to be done for values that were others before. Scenes are in the same places each time.
    func tell(before: ValueChanges) {
        for (old, new) in zip(before.all, all) { new.tell(old.value) }
    }
}
