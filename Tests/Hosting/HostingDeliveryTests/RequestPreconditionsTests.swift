// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HostingDelivery
import Testing

@Suite struct RequestPreconditionsTests {
    private let tag = EntityTag("now")

    @Test(
        arguments: [
            ([:], RequestPreconditions.Outcome.proceed),
            (["If-None-Match": "\"now\""], .notModified),
            (["If-None-Match": "W/\"now\""], .notModified),
            (["If-None-Match": "\"other\", \"now\""], .notModified),
            (["If-None-Match": "*"], .notModified),
            (["If-None-Match": "\"other\""], .proceed),
            (["If-Match": "\"now\""], .proceed),
            (["If-Match": "*"], .proceed),
            (["If-Match": "W/\"now\""], .failed),
            (["If-Match": "\"other\""], .failed),
            (["If-Match": ""], .failed),
            // If-Match comes first.
            (["If-Match": "\"other\"", "If-None-Match": "\"now\""], .failed),
            (["If-Modified-Since": "Sat, 29 Oct 2044 19:43:31 GMT"], .proceed),
            (["If-Unmodified-Since": "Sat, 29 Oct 1994 19:43:31 GMT"], .proceed),
        ] as [([String: String], RequestPreconditions.Outcome)])
    func outcome(headers: [String: String], expected: RequestPreconditions.Outcome) throws {
        #expect(RequestPreconditions(try fields(headers)).outcome(for: tag) == expected)
    }

    @Test(
        arguments: [
            (nil, true), ("\"now\"", true), (" \"now\" ", true), ("W/\"now\"", false), ("\"other\"", false),
            ("*", false),
            ("Sat, 29 Oct 1994 19:43:31 GMT", false), ("", false),
        ] as [(String?, Bool)])
    func range(ifRange: String?, expected: Bool) throws {
        let headers = try fields(ifRange.map { ["If-Range": $0] } ?? [:])
        #expect(RequestPreconditions(headers).allowsRange(for: tag) == expected)
    }

    private func fields(_ headers: [String: String]) throws -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
        return fields
    }
}
