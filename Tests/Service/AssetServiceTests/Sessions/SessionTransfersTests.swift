// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import Foundation
import ServiceInterface
import Testing

@testable import AssetService

@Suite struct SessionTransfersTests {
    private static let key = SessionKey(bundleID: "app", identifier: "weather")

    private func transfer(_ id: String, _ url: String, method: String = "GET", in key: SessionKey = key)
        -> SessionTransfer
    {
        SessionTransfer(
            record: StoredSessionTransfer(
                id: id, bundleID: key.bundleID, session: key.identifier, request: Data(), uploadSize: nil,
                createdInBackground: false, earliestBegin: nil, priority: 0, createdAt: 0),
            request: FileRequest(url: url, method: method), key: key)
    }

    @Test("Those that ask the same are found, and no others") func answering() {
        var transfers = SessionTransfers()
        transfers["a"] = transfer("a", "https://localhost/1")
        transfers["b"] = transfer("b", "https://localhost/1")
        transfers["c"] = transfer("c", "https://localhost/2")
        transfers["d"] = transfer("d", "https://localhost/1", method: "POST")
        transfers["e"] = transfer("e", "https://localhost/1", in: SessionKey(bundleID: "app", identifier: "other"))
        func found(_ url: String) -> [String] {
            transfers.answering(FileRequest(url: url), in: Self.key).map(\.record.id).sorted()
        }
        #expect(found("https://localhost/1") == ["a", "b"])
        #expect(found("https://localhost/3") == [])
        #expect(transfers.remove("a")?.record.id == "a")
        #expect(found("https://localhost/1") == ["b"] && transfers.remove("a") == nil)
        transfers["b"]?.record.priority = 7
        #expect(found("https://localhost/1") == ["b"] && transfers["b"]?.record.priority == 7)
        // It goes on in another session.
        transfers["b"] = transfer("b", "https://localhost/1", in: SessionKey(bundleID: "app", identifier: "other"))
        #expect(found("https://localhost/1") == [] && transfers.values.count == 4)
    }
}
