// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HostingModel

@Suite("Networks that web hooks are sent to") struct ReachableNetworksTests {
    @Test(arguments: [
        "127.0.0.1", "127.9.9.9", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
        "0.0.0.0",
        "100.64.0.1", "192.0.0.8", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fd00::1",
        "ff02::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "2001::1",
        "2001:db8::1", "fec0::1", "3fff::1",
    ])
    func nearby(_ text: String) throws {
        #expect(!ReachableNetworks().contains(try #require(IPAddress(text))))
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "172.15.0.1", "172.32.0.1", "192.167.1.1", "100.128.0.1",
        "223.255.255.255",
        "2606:4700::1", "2001:4860:4860::8888", "::ffff:1.1.1.1",
    ])
    func theInternet(_ text: String) throws {
        #expect(ReachableNetworks().contains(try #require(IPAddress(text))))
    }

    @Test func whatIsAllowedBeside() throws {
        let networks = ReachableNetworks(allowed: ["10.1.0.0/16", "::1", "fd00::/8"].compactMap(IPNetwork.init))
        for text in ["10.1.255.1", "::1", "fd12::9", "1.1.1.1", "::ffff:10.1.0.1"] {
            #expect(networks.contains(try #require(IPAddress(text))), "\(text)")
        }
        for text in ["10.2.0.1", "::2", "fe80::1", "127.0.0.1"] {
            #expect(!networks.contains(try #require(IPAddress(text))), "\(text)")
        }
        #expect(
            try ReachableNetworks(allowed: [#require(IPNetwork("0.0.0.0/0"))]).contains(#require(IPAddress("10.0.0.1")))
        )
    }

    @Test(arguments: [
        "", "10.0.0.0/33", "10.0.0.1/8", "10.0.0/8", "::/129", "fd00::1/8", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8",
        "localhost", "10.0.0.0/ 8",
    ])
    func noNetworks(_ text: String) { #expect(IPNetwork(text) == nil) }

    @Test(arguments: ["2130706433", "127.1", "0x7f.1", "1.1.1.1 ", "[::1]", "::1%lo"])
    func noAddresses(_ text: String) { #expect(IPAddress(text) == nil) }
}
