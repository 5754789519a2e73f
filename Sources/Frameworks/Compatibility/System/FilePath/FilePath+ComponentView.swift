// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension FilePath {
    /// The components of a path as a collection. Changing it changes the components and leaves the root.
    public struct ComponentView: Hashable, Sendable {
        internal var wrapped: SystemPackage.FilePath.ComponentView

        internal init(wrapped: SystemPackage.FilePath.ComponentView) { self.wrapped = wrapped }
    }
}

extension FilePath.ComponentView: BidirectionalCollection {
    /// The components.
    public typealias Element = FilePath.Component

    /// A place among the components.
    public struct Index: Comparable, Hashable, Sendable {
        internal var wrapped: SystemPackage.FilePath.ComponentView.Index

        /// Whether a place comes before another.
        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.wrapped < rhs.wrapped }
    }

    /// The place of the first component.
    public var startIndex: Index { Index(wrapped: wrapped.startIndex) }

    /// The place behind the last component.
    public var endIndex: Index { Index(wrapped: wrapped.endIndex) }

    /// The place of the next component.
    public func index(after i: Index) -> Index { Index(wrapped: wrapped.index(after: i.wrapped)) }

    /// The place of the component before.
    public func index(before i: Index) -> Index { Index(wrapped: wrapped.index(before: i.wrapped)) }

    /// The component at a place.
    public subscript(position: Index) -> FilePath.Component {
        FilePath.Component(wrapped: wrapped[position.wrapped])
    }
}

extension FilePath.ComponentView: RangeReplaceableCollection {
    /// No components.
    public init() { wrapped = SystemPackage.FilePath.ComponentView() }

    /// Puts other components in the place of some.
    public mutating func replaceSubrange<C>(
        _ subrange: Range<Index>, with newElements: C
    ) where C: Collection, C.Element == FilePath.Component {
        let elements = newElements.lazy.map(\.wrapped)
        let range = subrange.lowerBound.wrapped..<subrange.upperBound.wrapped
        guard subrange.upperBound == endIndex, !subrange.isEmpty, !newElements.isEmpty else {
            wrapped.replaceSubrange(range, with: elements)
            return
        }
        // In one step, swift-system 1.8.1 leaves a slash at the end of the path, or stops the process in debug builds.
        wrapped.removeSubrange(range)
        wrapped.append(contentsOf: elements)
    }
}

extension FilePath.ComponentView: Codable {
    /// Reads what ``encode(to:)`` wrote.
    ///
    /// - Throws: a `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws { wrapped = try SystemPackage.FilePath.ComponentView(from: decoder) }

    /// Writes it, as Apple's does.
    public func encode(to encoder: any Encoder) throws { try wrapped.encode(to: encoder) }
}
