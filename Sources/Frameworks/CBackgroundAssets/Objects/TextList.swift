// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A `ba_strings`.
final class TextList: Sendable {
    let texts: [Text]

    init(_ strings: some Sequence<String>) { texts = strings.sorted().map { Text($0) } }
}
