// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

@testable import URLLoading

/// In a file of its own: ServiceInterface has a type of the same name.
enum WorkTable {
    /// Tasks by their numbers.
    static func tasks(_ works: [BackgroundWork]) -> [Int64: any BackgroundTask] {
        Dictionary(uniqueKeysWithValues: works.map { ($0.number, $0.makeTask()) })
    }
}
