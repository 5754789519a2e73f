// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AssetService

struct LogBufferTests {
    @Test(
        "A line is about an app when it names it, or one of its extensions, and no other whose name begins or ends like it",
        arguments: [
            ("info com.example.game 1.0 (1) can be launched", true),
            ("info started the extension com.example.game.Downloader as process 7", true),
            ("warning com.example.game: installed without asset packs", true),
            ("info the pack A of com.example.game2 is local", false), ("info com.example.game-demo is local", false),
            ("info org.com.example.game is local", false), ("info xcom.example.game", false),
            ("info com.example.game2 and com.example.game", true), ("", false),
        ])
    func about(_ line: String, _ expected: Bool) {
        #expect(LogLine(line).names("com.example.game") == expected)
    }
}
