// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HostingIdentity

@Suite struct ListenAddressTests {
    @Test func withoutHostOnlyThisMachine() throws {
        let address = ListenAddress(host: nil)
        #expect(address.bindAddress == "127.0.0.1")
        #expect(address.host == .localhost)
        #expect(!address.isOpenToOthers)
        #expect(try address.certificateHosts.contains(HostName("127.0.0.1")))
        #expect(try address.certificateHosts.contains(HostName("::1")))
        for name in MachineNames.names { #expect(address.certificateHosts.contains(name)) }
    }

    @Test func anAddressIsListenedOn() throws {
        #expect(ListenAddress(host: try HostName("127.0.0.1")).bindAddress == "127.0.0.1")
        #expect(ListenAddress(host: try HostName("192.0.2.7")).bindAddress == "192.0.2.7")
        #expect(ListenAddress(host: try HostName("192.0.2.7")).isOpenToOthers)
        #expect(ListenAddress(host: try HostName("::1")).isOpenToOthers == false)
    }

    @Test func aNameIsForOthers() throws {
        let address = ListenAddress(host: try HostName("packs.example"))
        #expect(["::", "0.0.0.0"].contains(address.bindAddress))
        #expect(address.isOpenToOthers)
        #expect(address.certificateHosts.first == (try HostName("packs.example")))
        #expect(ListenAddress(host: try HostName("app.localhost")).bindAddress == "127.0.0.1")
    }

    @Test func theWildcardIsNoAddressForDevices() throws {
        let address = ListenAddress(host: try HostName("0.0.0.0"))
        #expect(address.bindAddress == "0.0.0.0")
        #expect(!address.host.isWildcard)
    }
}
