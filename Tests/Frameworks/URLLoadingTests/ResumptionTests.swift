// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing

@testable import URLLoading

@Suite("Resume data") struct ResumptionTests {
    @Test("It knows which networks its download may use", arguments: [true, false]) func networks(isExpensive: Bool)
        throws
    {
        var request = URLRequest(url: try #require(URL(string: "https://weather.example/")))
        request.allowsExpensiveNetworkAccess = isExpensive
        let data = try #require(Resumption(id: "kept", of: request).data)
        let read = try #require(Resumption(data))
        #expect(read.id == "kept" && read.request?.url == request.url)
        #expect(read.request?.allowsExpensiveNetworkAccess == isExpensive)
    }

    @Test("Of what was written before that was known any may be used; what is no such data is none") func others()
        throws
    {
        let before = try #require(Resumption(Data(#"{"version":1,"id":"kept","url":"https://weather.example/"}"#.utf8)))
        #expect(before.request?.allowsExpensiveNetworkAccess == true)
        for text in ["", "{}", #"{"version":2,"id":"kept","url":"https://weather.example/"}"#] {
            #expect(Resumption(Data(text.utf8)) == nil)
        }
    }
}
