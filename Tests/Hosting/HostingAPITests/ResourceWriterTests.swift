// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Foundation
import Testing

@testable import HostingAPI

@Suite struct ResourceWriterTests {
    private let thing = ResourceObject(
        Samples.thing, id: "a\"b", attributes: ["name": .string("ä\u{1}"), "size": .integer(3)],
        linkages: [
            "owner": .one(ResourceIdentifier(type: "owners", id: "o")),
            "parts": .many([ResourceIdentifier(type: "parts", id: "p")], total: 9, limit: 1),
        ])

    private func text(_ document: ResourceDocument, _ parameters: String, path: String = "/v1/things") throws -> String
    {
        let query = try ResourceQuery(QueryText(parameters), rules: Samples.rules)
        let target = path + (parameters.isEmpty ? "" : "?" + parameters)
        let writer = ResourceWriter(base: "https://host:1", query: query, target: target)
        let bytes = writer.bytes(of: document)
        // It is JSON, whatever it says.
        _ = try JSONSerialization.jsonObject(with: Data(bytes))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func writesOne() throws {
        #expect(
            try text(ResourceDocument(content: .one(thing)), "", path: "/v1/things/a") == #"""
                {"data":{"type":"things","id":"a\"b","attributes":{"name":"ä\u0001","size":3},"relationships":{"owner":{"data":{"type":"owners","id":"o"}},"parts":{"links":{"self":"https://host:1/v1/things/a\"b/relationships/parts","related":"https://host:1/v1/things/a\"b/parts"},"meta":{"paging":{"total":9,"limit":1}},"data":[{"type":"parts","id":"p"}]}},"links":{"self":"https://host:1/v1/things/a\"b"}},"links":{"self":"https://host:1/v1/things/a"}}
                """#)
    }

    @Test func writesOnlyTheFieldsThatAreWanted() throws {
        let none = try text(ResourceDocument(content: .one(thing)), "fields[things]=owner")
        #expect(none.contains(#""id":"a\"b","relationships":{"owner":{"data""#))
        #expect(!none.contains("attributes") && !none.contains("parts"))
        let name = try text(ResourceDocument(content: .one(thing)), "fields[things]=name")
        #expect(!name.contains("relationships") && !name.contains("size"))
        // A relationship to nothing is not shown: no client made of App Store Connect's document expects null.
        let bare = ResourceObject(Samples.thing, id: "1", linkages: ["owner": .one(nil)])
        #expect(try !text(ResourceDocument(content: .one(bare)), "").contains("owner"))
        #expect(try !text(ResourceDocument(content: .one(bare)), "fields[things]=owner").contains("relationships"))
        let empty = try text(ResourceDocument(content: .one(ResourceObject(Samples.thing, id: "1"))), "")
        #expect(!empty.contains("owner") && !empty.contains("attributes") && empty.contains("related"))
    }

    @Test func writesPages() throws {
        let next = PageCursor(sorts: ["name"], values: [.string("x"), .string("1")])
        let page = ResourceDocument.Page(limit: 7, next: next, total: nil)
        let first = try text(ResourceDocument(content: .many([thing], page)), "sort=name&limit=7&filter%5Bname%5D=a")
        #expect(
            first.hasSuffix(
                #"],"links":{"self":"https://host:1/v1/things?sort=name&limit=7&filter%5Bname%5D=a","#
                    + #""next":"https://host:1/v1/things?sort=name&filter%5Bname%5D=a&cursor=\#(next.text)&limit=7"},"#
                    + #""meta":{"paging":{"limit":7,"nextCursor":"\#(next.text)"}}}"#))
        let last = ResourceDocument.Page(limit: 7, next: nil, total: 12)
        let second = try text(
            ResourceDocument(content: .linkage([thing.identifier], last)), "sort=name&cursor=\(next.text)")
        #expect(second.hasPrefix(#"{"data":[{"type":"things","id":"a\"b"}],"links":{"self":"#))
        #expect(second.contains(#""first":"https://host:1/v1/things?sort=name&limit=7""#))
        #expect(second.hasSuffix(#""meta":{"paging":{"total":12,"limit":7}}}"#))
    }

    @Test func linksAreURIs() throws {
        let page = ResourceDocument.Page(limit: 7, next: PageCursor(sorts: [], values: [.integer(1)]), total: nil)
        let list = try text(ResourceDocument(content: .many([], page)), "filter[name]=a|ä,b&fields%5Bthings%5D=name")
        #expect(
            list.contains(#""self":"https://host:1/v1/things?filter%5Bname%5D=a%7C%C3%A4,b&fields%5Bthings%5D=name""#))
        #expect(
            list.contains(#""next":"https://host:1/v1/things?filter%5Bname%5D=a%7C%C3%A4,b&fields%5Bthings%5D=name&cu"#)
        )
    }

    @Test func writesTheNameOfOne() throws {
        let name = ResourceDocument(content: .name(ResourceIdentifier(type: "owners", id: "o")))
        #expect(
            try text(name, "", path: "/v1/things/1/relationships/owner")
                == #"{"data":{"type":"owners","id":"o"},"links":{"self":"https://host:1/v1/things/1/relationships/owner"}}"#
        )
    }

    @Test func writesWhatComesAlong() throws {
        let other = ResourceObject(Samples.thing, id: "2")
        let page = ResourceDocument.Page(limit: 50, next: nil, total: 0)
        #expect(
            try text(ResourceDocument(content: .many([], page), included: [other]), "include=owner")
                .contains(#""data":[],"included":[{"type":"things","id":"2""#))
        #expect(try text(ResourceDocument(content: .many([], page)), "include=owner").contains(#""included":[]"#))
        #expect(try !text(ResourceDocument(content: .many([], page)), "").contains("included"))
    }
}
