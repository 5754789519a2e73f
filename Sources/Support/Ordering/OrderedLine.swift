// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What waits for something, in its order, the smallest first.
///
/// A sorted array: a change moves what stands behind it, which for ten thousand is a matter of microseconds, and the place
/// of each is found by halving.
package struct OrderedLine<Element: Comparable & Sendable>: Sendable {
    /// Last first: the next one is taken from the end.
    private var elements: [Element] = []

    package init() {}

    package var isEmpty: Bool { elements.isEmpty }
    package var count: Int { elements.count }
    package var first: Element? { elements.last }

    /// - `index`: 0 for the next one.
    package subscript(index: Int) -> Element { elements[elements.count - 1 - index] }

    package mutating func insert(_ element: Element) { elements.insert(element, at: position(of: element)) }

    package mutating func remove(_ element: Element) {
        let position = position(of: element)
        if position < elements.count, elements[position] == element { elements.remove(at: position) }
    }

    @discardableResult package mutating func removeFirst() -> Element? { elements.popLast() }

    /// How many come before one that is in line.
    package func rank(of element: Element) -> Int { max(0, elements.count - 1 - position(of: element)) }

    /// Where an element stands, or belongs.
    private func position(of element: Element) -> Int {
        var range = 0..<elements.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if element < elements[middle] {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }
}
