// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AssetService

@Suite struct TransferNoticesTests {
    private struct Source: TransferSource {
        func start(_ id: String) async {}
        func stop(_ id: String) async {}
        func giveUpStaged(_ id: String) async -> Bool { false }
    }

    private func taken(_ notices: inout TransferNotices, _ count: Int) -> (ids: [String], isAll: Bool) {
        let (slice, isAll) = notices.take(count)
        return (
            slice.map { if case .removed(let id) = $0.change { "\(id)@\(Int($0.time))" } else { "?" } }, isAll
        )
    }

    @Test func theyAreTakenInTheirOrderAndOnce() {
        var notices = TransferNotices()
        #expect(taken(&notices, 3) == ([], true))
        notices.add(["a", "b", "c", "d"].map { .removed(id: $0) }, of: Source(), at: 1)
        #expect(taken(&notices, 3) == (["a@1", "b@1", "c@1"], false))
        notices.add([.removed(id: "e")], of: Source(), at: 2)
        #expect(taken(&notices, 2) == (["d@1", "e@2"], true))
        #expect(taken(&notices, 2) == ([], true))
        notices.add([.removed(id: "f")], of: Source(), at: 3)
        #expect(taken(&notices, 1) == (["f@3"], true))
    }
}
