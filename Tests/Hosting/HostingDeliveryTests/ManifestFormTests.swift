// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import HostingDelivery
import Testing

@Suite struct ManifestFormTests {
    @Test(arguments: [
        ("linux", ManifestForm.linux), ("Linux", .linux), ("LINUX", .linux), ("ios", .apple(.iOS)),
        ("macOS", .apple(.macOS)), ("tvos", .apple(.tvOS)), ("visionOS", .apple(.visionOS)), ("iPadOS", .apple(nil)),
        ("windows", .apple(nil)), ("", .apple(nil)),
    ])
    func negotiation(parameter: String, expected: ManifestForm) {
        #expect(ManifestForm(platformParameter: parameter) == expected)
    }

    @Test func noParameterMeansApplesForm() {
        #expect(ManifestForm(platformParameter: "MAC_OS") == .apple(.macOS))
        #expect(ManifestForm(platformParameter: nil) == .apple(nil))
    }

    @Test func platforms() {
        #expect(ManifestForm.linux.includes(platforms: []))
        #expect(ManifestForm.linux.includes(platforms: [.linux, .iOS]))
        #expect(!ManifestForm.linux.includes(platforms: [.iOS]))
        #expect(ManifestForm.apple(.iOS).includes(platforms: []))
        #expect(ManifestForm.apple(.iOS).includes(platforms: [.iOS]))
        #expect(!ManifestForm.apple(.iOS).includes(platforms: [.macOS]))
        #expect(ManifestForm.apple(nil).includes(platforms: [.macOS]))
        #expect(ManifestForm.apple(nil).includes(platforms: [.macOS, .linux]))
        #expect(!ManifestForm.apple(nil).includes(platforms: [.linux]))
    }
}
