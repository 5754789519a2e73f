// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import ServiceInterface
import Testing

/// Keys that belong to the app, in its extension: a real service, server and extension.
@Suite("Keys of extensions", .timeLimit(.minutes(5))) struct ExtensionKeysTests {
    private let bytes = [UInt8](repeating: 7, count: 100_000)

    @Test("A10: restrictions in the Info.plist of the extension do not count") func restrictionsOfTheExtension()
        async throws
    {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            let plist = world.bundlePath + "/Extensions/Downloader.appex/Info.plist"
            let text = try String(contentsOfFile: plist, encoding: .utf8)
            try text.replacing(
                ServiceWorld.extensionPoint,
                with: ServiceWorld.extensionPoint + """
                    <key>BAInitialDownloadRestrictions</key><dict>
                    <key>BADownloadAllowance</key><integer>1</integer>
                    <key>BAEssentialDownloadAllowance</key><integer>1</integer>
                    <key>BADownloadDomainAllowList</key><array><string>*.example.com</string></array>
                    </dict>
                    """
            ).write(toFile: plist, atomically: true, encoding: .utf8)
            for name in ["s1", "s2"] { world.server.serve("/" + name, bytes) }
            world.serveContent(["s1 essential", "s2 -"])
            #expect(try await world.install()?.phase == .finished)
            #expect(world.cached("remaining") == "- -")
            for name in ["s1", "s2"] { _ = try await world.wait { world.cached(name + ".finished") } }
        }
    }
}
