// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A task of an app's session.
struct SessionTaskName: Hashable, Sendable, CustomStringConvertible {
    let key: SessionKey
    let number: Int64

    init(_ number: Int64, in key: SessionKey) { (self.key, self.number) = (key, number) }

    var description: String { "task \(number) in \(key)" }
}
