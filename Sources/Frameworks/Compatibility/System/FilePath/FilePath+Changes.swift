// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

// Nothing of this looks at the file system.
extension FilePath {
    /// Puts a component at the end.
    public mutating func append(_ component: FilePath.Component) { wrapped.append(component.wrapped) }

    /// Puts components at the end.
    public mutating func append<C: Collection>(_ components: C) where C.Element == FilePath.Component {
        wrapped.append(components.lazy.map(\.wrapped))
    }

    /// Puts the components of a text at the end; its root counts only when the path is empty.
    public mutating func append(_ other: String) { wrapped.append(other) }

    /// The path with a component at its end.
    public func appending(_ other: Component) -> FilePath { FilePath(wrapped: wrapped.appending(other.wrapped)) }

    /// The path with components at its end.
    public func appending<C: Collection>(_ components: C) -> FilePath where C.Element == FilePath.Component {
        FilePath(wrapped: wrapped.appending(components.lazy.map(\.wrapped)))
    }

    /// The path with the components of a text at its end; the text's root counts only when the path is empty.
    public func appending(_ other: String) -> FilePath { FilePath(wrapped: wrapped.appending(other)) }

    /// Goes on to another path, as `cd` does: an absolute one takes the place of this.
    public mutating func push(_ other: FilePath) { wrapped.push(other.wrapped) }

    /// Where another path leads from this one, as with `cd`.
    public func pushing(_ other: FilePath) -> FilePath { FilePath(wrapped: wrapped.pushing(other.wrapped)) }

    /// Takes the root and the first components away, when they are those of another path.
    ///
    /// - Returns: false when they are not; nothing is changed then.
    public mutating func removePrefix(_ prefix: FilePath) -> Bool { wrapped.removePrefix(prefix.wrapped) }

    /// The path without its root.
    public func removingRoot() -> FilePath { FilePath(wrapped: wrapped.removingRoot()) }

    /// Takes the last component away.
    ///
    /// - Returns: false when there is none.
    @discardableResult
    public mutating func removeLastComponent() -> Bool { wrapped.removeLastComponent() }

    /// The path without its last component.
    public func removingLastComponent() -> FilePath { FilePath(wrapped: wrapped.removingLastComponent()) }

    /// Makes the path empty.
    ///
    /// - Parameter keepingCapacity: whether the memory is kept for what is appended next.
    public mutating func removeAll(keepingCapacity: Bool = false) {
        wrapped.removeAll(keepingCapacity: keepingCapacity)
    }

    /// Makes room for a number of bytes, without the 0 at the end.
    public mutating func reserveCapacity(_ minimumCapacity: Int) { wrapped.reserveCapacity(minimumCapacity) }
}
