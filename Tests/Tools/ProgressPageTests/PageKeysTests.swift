// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ProgressPage

@Suite struct PageKeysTests {
    @Test func theEntranceOpensOnce() {
        let keys = PageKeys()
        #expect(keys.page.count == 32 && keys.entrance.count == 32 && keys.page != keys.entrance)
        #expect(!keys.takesEntrance(keys.page) && !keys.takesEntrance(""))
        #expect(keys.takesEntrance(keys.entrance))
        #expect(!keys.takesEntrance(keys.entrance))
    }

    @Test func thePageOpensForItsKeyOnly() {
        let keys = PageKeys()
        #expect(keys.opensPage(keys.page) && keys.opensPage(keys.page))
        for other in ["", keys.entrance, String(keys.page.dropLast()), keys.page + "0", String(keys.page.reversed())] {
            #expect(!keys.opensPage(other))
        }
        #expect(!keys.opensPage(PageKeys().page))
    }
}
