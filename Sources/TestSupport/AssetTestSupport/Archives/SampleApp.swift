// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A small app without asset packs, for archives of it.
package enum SampleApp {
    package static let bundleID = "com.example.game"

    /// Its Info.plist.
    package static func info(_ keys: String = "", version: String = "1.0") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>\(bundleID)</string>
        <key>CFBundleExecutable</key><string>Game</string>
        <key>CFBundleShortVersionString</key><string>\(version)</string>
        \(keys)
        </dict></plist>
        """
    }

    /// A complete bundle below `name`; the executable says its version and waits for the end of its input when it is
    /// asked to.
    ///
    /// - `size`: of a file that does not compress.
    package static func tar(
        _ name: String = "Game.app", prefix: String = "", version: String = "1.0", size: Int = 300_000
    ) -> TarSample {
        var tar = TarSample()
        tar.addFolder("\(prefix)\(name)/")
        tar.add("\(prefix)\(name)/Game", "#!/bin/sh\necho version \(version)\n[ \"$1\" = wait ] && cat\n", mode: 0o755)
        tar.add("\(prefix)\(name)/helper", "#!/bin/sh\nexit 1\n", mode: 0o755)
        tar.add("\(prefix)\(name)/Info.plist", info(version: version))
        tar.addFolder("\(prefix)\(name)/Resources/")
        tar.add("\(prefix)\(name)/Resources/data.bin", noise(size))
        tar.add("\(prefix)\(name)/Resources/empty")
        tar.addLink("\(prefix)\(name)/Resources/link", to: "../Game")
        return tar
    }

    /// Bytes that do not compress, the same in every run.
    package static func noise(_ count: Int, seed: UInt64 = 42) -> [UInt8] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }
}
