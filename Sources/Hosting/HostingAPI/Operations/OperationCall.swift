// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A request that its operation allows.
struct OperationCall: Sendable {
    /// The identifier in the path; empty in one that has none.
    let id: String
    let query: ResourceQuery
    /// That of an operation that has one.
    let body: RequestBody?
    let caller: APICaller
    /// What stands before all paths, as clients see it.
    let base: String
}
