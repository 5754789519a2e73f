// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Foundation
import Testing

/// Drop-in files of the distribution's packages.
struct SystemAppEntryTests {
    @Test("A drop-in is read, and keys of later versions are not looked at") func aDropInIsRead() throws {
        let text = #"{"bundleID": "com.example.a", "formatVersion": 1, "path": "/opt/A.app", "later": [1]}"#
        let entry = try SystemAppEntry(decoding: Array(text.utf8), name: "com.example.a.json")
        #expect(entry == SystemAppEntry(bundleID: "com.example.a", path: "/opt/A.app"))
        let written = try JSONEncoder().encode(entry)
        #expect(try SystemAppEntry(decoding: Array(written), name: "com.example.a.json") == entry)
    }

    @Test(
        "What is wrong with it is named",
        arguments: [
            ("", "no JSON object"), ("[]", "no JSON object"), ("{}", "no JSON object"),
            (#"{"formatVersion": 2, "everything": "else"}"#, "formatVersion is 2"),
            (#"{"formatVersion": 1, "bundleID": "com.example.a"}"#, "no JSON object"),
            (#"{"formatVersion": 1, "bundleID": "com.example.b", "path": "/b"}"#, "must be com.example.b.json"),
            (#"{"formatVersion": 1, "bundleID": "../a", "path": "/b"}"#, "must be ../a.json"),
            (#"{"formatVersion": 1, "bundleID": "com.example.a", "path": "b"}"#, "not absolute"),
        ])
    func whatIsWrongIsNamed(_ text: String, _ reason: String) {
        do {
            _ = try SystemAppEntry(decoding: Array(text.utf8), name: "com.example.a.json")
            Issue.record("it was read")
        } catch { #expect(error.description.contains(reason), "\(error)") }
    }
}
