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

    /// What one of two relationships of the body leads to.
    ///
    /// - Throws: when it has both, or neither.
    func one(_ first: String, or second: String) throws(APIFailure) -> (first: String?, second: String?) {
        let ids = (body?.id(first), body?.id(second))
        switch ids {
        case (nil, nil):
            throw APIFailure(
                .relationship(
                    .required, "You must provide a value for the relationship '\(first)', or for '\(second)'",
                    at: "/data/relationships"))
        case (_?, _?):
            throw APIFailure(
                .relationship(
                    .invalid, "One request names either '\(first)' or '\(second)'",
                    at: "/data/relationships/\(second)"))
        default: return ids
        }
    }
}
