// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing
import ToolSupport

@testable import ControlCommands

@Suite struct StorageCommandTests {
    @Test func sizesAreReadAsPeopleWriteThem() {
        #expect(ByteSize(argument: "1000")?.count == 1000)
        #expect(ByteSize(argument: "500MB")?.count == 500_000_000)
        #expect(ByteSize(argument: "2 GiB")?.count == 2 << 30)
        for text in ["", "0", "-1", "MB", "1.5GB", "5 parsecs", "9999999999999TB"] {
            #expect(ByteSize(argument: text) == nil, "\(text)")
        }
    }

    @Test func whatIsThereIsListedPartByPart() {
        var app = AppUse(bundleID: "com.example.game", name: "Game")
        app.bundleBytes = 1_000_000
        app.packs = [.init(packID: "Tutorial", version: 3, bytes: 2_000_000)]
        (app.groupBytes, app.purgeableBytes) = (500_000, 400_000)
        #expect(
            StorageCommand.table([app]).text == """
                WHAT               APP                 SIZE  PURGEABLE
                all of Game        com.example.game  3.5 MB     400 kB
                  app              com.example.game    1 MB
                  pack Tutorial 3  com.example.game    2 MB
                  app groups       com.example.game  500 kB
                """)
        let summary = StorageCommand.summary(
            .init(apps: [app], keptBytes: 0, serviceBytes: 10_000, availableBytes: 1_000_000_000, capacityBytes: nil))
        #expect(
            summary == "400 kB can be freed by `ba purge`; the service itself has 10 kB; 1 GB are free on the disk.")
    }
}
