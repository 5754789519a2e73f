// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A key of a Steam build script (Valve's KeyValues text) with its value and place. Keys may come more than once.
package struct SteamScriptNode: Equatable, Sendable {
    package enum Value: Equatable, Sendable {
        case text(String)
        case children([SteamScriptNode])
    }

    package let key: String
    /// Byte offset of the key.
    package let offset: Int
    package let value: Value

    package init(key: String, offset: Int, value: Value) {
        self.key = key
        self.offset = offset
        self.value = value
    }

    /// The text of the first child with this name, in any case.
    package func text(_ name: String) -> String? {
        for child in children(named: name) { if case .text(let text) = child.value { return text } }
        return nil
    }

    /// All children with this name, in any case, in the order of the script.
    package func children(named name: String) -> [SteamScriptNode] {
        children.filter { $0.key.lowercased() == name.lowercased() }
    }

    package var children: [SteamScriptNode] {
        if case .children(let children) = value { children } else { [] }
    }
}
