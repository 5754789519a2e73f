// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

extension Array {
    /// The element at an index that a caller has passed; nil for none.
    func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
