// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Testing

@testable import ControlCommands

@Suite(.timeLimit(.minutes(2))) struct PackageBuildTests {
    /// Stands for `swift`: writes down how it is called, and prints the folder of products.
    private static func script(_ folder: String) -> String {
        """
        #!/bin/sh
        echo "$@" >> \(folder)/calls
        case "$*" in *--show-bin-path*) echo "a warning"; echo \(folder)/products;; *) echo building;; esac
        case "$*" in *Broken*) exit 3;; esac

        """
    }

    @Test func buildsTheProductsAndBundlesThem() async throws {
        try await ToolSession.with { session in
            try session.write(Self.script(session.folder), to: "bin/swift", mode: 0o755)
            try session.write("game", to: "products/Coast", mode: 0o755)
            try session.write("extension", to: "products/Downloader", mode: 0o755)
            try session.write("text", to: "products/Coast_Coast.resources/story.txt")
            try session.write(try SampleBundle.xml(SampleBundle.managed), to: "Info.plist")
            try session.write(try SampleBundle.xml(SampleBundle.downloader), to: "Sources/Downloader/Info.plist")
            let outcome = await session.run(
                [
                    "bundle", "--product", "Coast", "--extension", "Downloader", "--info", "Info.plist", "--release",
                    "-o", "Coast.app",
                ], environment: ["PATH": "\(session.folder)/bin:/usr/bin:/bin"])
            #expect(outcome.status == 0, "\(outcome.error)")
            #expect(outcome.output == "Made Coast.app (com.example.coast).\n")
            #expect(try session.read("Coast.app/Coast_Coast.resources/story.txt") == "text")
            #expect(
                try session.read("calls") == """
                    build -c release --static-swift-stdlib --product Coast
                    build -c release --static-swift-stdlib --product Downloader
                    build -c release --static-swift-stdlib --show-bin-path

                    """)
        }
    }

    @Test func reportsABuildThatFails() async throws {
        try await ToolSession.with { session in
            try session.write(Self.script(session.folder), to: "bin/swift", mode: 0o755)
            try session.write(
                try SampleBundle.xml(SampleBundle.managed.filter { $0.key.hasPrefix("CF") }), to: "Info.plist")
            let outcome = await session.run(
                ["bundle", "--product", "Broken", "--info", "Info.plist", "-o", "Coast.app"],
                environment: ["PATH": "\(session.folder)/bin:/usr/bin:/bin"])
            #expect(outcome.status == 1)
            #expect(outcome.error.contains("`swift build --product Broken` ended with status 3"))
        }
    }
}
