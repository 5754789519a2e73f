// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

extension HostClient {
    /// The identifiers of a list, page by page, as its links lead.
    ///
    /// - `path`: with a limit.
    func pages(_ path: String) async throws -> [[String]] {
        var (pages, place): ([[String]], String?) = ([], path)
        while let next = place {
            let answer = try await get(next)
            try #require(answer.status == 200, "\(next): \(answer.text)")
            pages.append(answer.strings("data", "id"))
            place = answer.string("links/next")
            #expect(
                answer.string("meta/paging/nextCursor").map { place?.contains($0) == true } ?? (place == nil),
                "\(next): \(answer.text)")
        }
        return pages
    }
}
