// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import URLLoading

@Suite("Handlers for events of background sessions") struct SessionHandlingsTests {
    @Test("What one that was never called has kept is said with the next one") func keptForTheNext() {
        let identifier = UUID().uuidString
        SessionHandlings.expect(identifier)
        #expect(!SessionHandlings.noteDrained(identifier))
        SessionHandlings.expect(identifier)
        #expect(SessionHandlings.called(identifier))
        // Said with it, not once more.
        #expect(!SessionHandlings.end(identifier))
    }
}
