// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Testing

@testable import HostingIdentity

@Suite struct ServedURLTests {
    @Test func onlyNamesOfTheCertificateAreRepeated() async throws {
        try await TemporaryFolder.with { place in
            let folder = place.path
            let hosts = try [HostName.localhost, HostName("127.0.0.1"), HostName("::1")]
            let identity = try ServerIdentity.own(for: hosts, in: IdentityFolder(path: folder, purpose: "Test"))
                .identity
            let url = ServedURL(host: .localhost, port: 8443, identity: identity)
            #expect(url.base == "https://localhost:8443")
            for (authority, expected) in [
                (nil, "https://localhost:8443"), ("", "https://localhost:8443"),
                ("127.0.0.1:8443", "https://127.0.0.1:8443"), ("LOCALHOST:9", "https://localhost:9"),
                ("[::1]:8443", "https://[::1]:8443"), ("localhost", "https://localhost"),
                ("evil.example:8443", "https://localhost:8443"), ("localhost:0", "https://localhost:8443"),
                ("localhost:x", "https://localhost:8443"), ("localhost:8443/x", "https://localhost:8443"),
                ("user@localhost:8443", "https://localhost:8443"), ("[::1", "https://localhost:8443"),
            ] as [(String?, String)] {
                #expect(url.base(forAuthority: authority) == expected)
            }
        }
    }
}
