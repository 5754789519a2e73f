// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HostingDelivery
import Testing

@Suite struct DeliveryTargetTests {
    @Test(
        arguments: [
            ("/manifest", nil, DeliveryTarget.manifest(.apple(nil))),
            ("/manifest", "platform=linux", .manifest(.linux)),
            ("/manifest", "a=b&platform=Linux&c", .manifest(.linux)),
            ("/manifest", "platform=linux&platform=linux", .manifest(.linux)),
            ("/manifest", "os=ios&%zz=1&&", .manifest(.apple(nil))),
            ("/assets/forest", nil, .asset(name: "forest", version: nil)),
            ("/assets/forest", "version=12", .asset(name: "forest", version: 12)),
            ("/assets/for%65st", nil, .asset(name: "forest", version: nil)),
            ("/assets/a.b-c_D9", nil, .asset(name: "a.b-c_D9", version: nil)),
        ] as [(String, String?, DeliveryTarget)])
    func known(path: String, query: String?, expected: DeliveryTarget) throws {
        #expect(try DeliveryTarget(path: path, query: query) == expected)
    }

    @Test(arguments: [
        "/", "", "/manifest/", "/Manifest", "//manifest", "/assets", "/assets/", "/assets/..", "/assets/.",
        "/assets/a/b",
        "/assets/..%2f..%2fetc%2fpasswd", "/assets/%2e%2e", "/assets/%2e%2e%2fetc", "/assets//etc/passwd",
        "/assets/a%00",
        "/assets/%", "/assets/%4", "/assets/%zz", "/assets/%ff", "/assets/a b", "/assets/a%20b", "/assets/%c3%a4",
        "/assets/..\\..\\x", "/assets/a%0d%0aX:1", "/../assets/a", "/assets/" + String(repeating: "a", count: 129),
        "*", "https://host/manifest",
    ])
    func nothingThere(path: String) {
        let problem = #expect(throws: DeliveryProblem.self) { try DeliveryTarget(path: path, query: nil) }
        #expect(problem?.status == .notFound)
    }

    @Test(arguments: ["version=x", "version=-1", "version=", "version=1&version=2", "version=99999999999999999999"])
    func badVersion(query: String) {
        let problem = #expect(throws: DeliveryProblem.self) { try DeliveryTarget(path: "/assets/a", query: query) }
        #expect(problem?.status == .badRequest)
    }
}
