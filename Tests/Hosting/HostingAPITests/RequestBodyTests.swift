// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Testing

@testable import HostingAPI

@Suite struct RequestBodyTests {
    private static let create = BodySchema.create(
        "things",
        attributes: [
            .init("name", .string(length: 1...5), isRequired: true), .init("size", .integer(1...9)),
            .init("kind", .enumeration(["A", "B"])), .init("flag", .bool, isNullable: true),
            .init("words", .array(.string(length: 1...3))),
            .init("sum", .object([.init("hash", .string(), isRequired: true)]), isNullable: true),
        ], relationships: [.init("owner", "owners", isRequired: true), .init("parts", "parts", isToMany: true)])
    private static let update = BodySchema.update("things", attributes: [.init("flag", .bool, isNullable: true)])

    private func body(_ text: String, _ schema: BodySchema = create, id: String? = nil) throws -> RequestBody {
        try RequestBody(Array(text.utf8), schema: schema, id: id)
    }

    private func errors(_ text: String, _ schema: BodySchema = create, id: String? = nil) -> [APIError] {
        do { _ = try body(text, schema, id: id) } catch { return (error as? APIFailure)?.errors ?? [] }
        return []
    }

    private static let owner = #""relationships":{"owner":{"data":{"type":"owners","id":"o"}}}"#

    @Test func readsWhatIsThere() throws {
        let body = try body(
            #"""
            {"data":{"type":"things","attributes":{"name":"n\u00e4","size":3.0,"kind":"B","flag":null,"words":["a","b"],
            "sum":{"hash":"x"}},"relationships":{"owner":{"data":{"type":"owners","id":"o"}},
            "parts":{"data":[{"type":"parts","id":"1"},{"type":"parts","id":"2"}]}}}}
            """#)
        #expect(body.string("name") == "nä")
        #expect(body.integer("size") == 3)
        #expect(body.string("kind") == "B")
        #expect(body.has("flag") && body.bool("flag") == nil)
        #expect(!body.has("other"))
        #expect(body.strings("words") == ["a", "b"])
        #expect(body.value("sum") == .object(["hash": .string("x")]))
        #expect(body.id("owner") == "o")
    }

    @Test(arguments: [
        ("", 400, "ENTITY_INVALID"), ("{", 400, "ENTITY_INVALID"), ("{\"data\":{}} x", 400, "ENTITY_INVALID"),
        ("// no\n{}", 400, "ENTITY_INVALID"), ("{\"data\":{},}", 400, "ENTITY_INVALID"),
        ("[]", 422, "ENTITY_UNPROCESSABLE"), ("{}", 422, "ENTITY_UNPROCESSABLE"),
        ("{\"data\":[]}", 422, "ENTITY_UNPROCESSABLE"),
        ("{\"data\":null}", 422, "ENTITY_UNPROCESSABLE"), ("null", 422, "ENTITY_UNPROCESSABLE"),
    ]) func whatIsNoDocument(_ text: String, _ status: Int, _ code: String) {
        let errors = errors(text)
        #expect(errors.map(\.status) == [status])
        #expect(errors.map(\.code) == [code])
    }

    @Test(arguments: [
        ("{}", "ENTITY_ERROR.ATTRIBUTE.REQUIRED", "name"),
        (#"{"name":null}"#, "ENTITY_ERROR.ATTRIBUTE.REQUIRED", "name"),
        (#"{"name":1}"#, "ENTITY_ERROR.ATTRIBUTE.TYPE", "name"),
        (#"{"name":""}"#, "ENTITY_ERROR.ATTRIBUTE.INVALID", "name"),
        (#"{"name":"a\u0000"}"#, "ENTITY_ERROR.ATTRIBUTE.INVALID", "name"),
        (#"{"name":"abcdef"}"#, "ENTITY_ERROR.ATTRIBUTE.INVALID", "name"),
        (#"{"name":"a","size":0}"#, "ENTITY_ERROR.ATTRIBUTE.INVALID", "size"),
        (#"{"name":"a","size":1.5}"#, "ENTITY_ERROR.ATTRIBUTE.TYPE", "size"),
        (#"{"name":"a","size":"1"}"#, "ENTITY_ERROR.ATTRIBUTE.TYPE", "size"),
        (#"{"name":"a","kind":"C"}"#, "ENTITY_ERROR.ATTRIBUTE.TYPE", "kind"),
        (#"{"name":"a","flag":0}"#, "ENTITY_ERROR.ATTRIBUTE.TYPE", "flag"),
        (#"{"name":"a","words":["a",1]}"#, "ENTITY_ERROR.ATTRIBUTE.TYPE", "words/1"),
        (#"{"name":"a","words":"a"}"#, "ENTITY_ERROR.ATTRIBUTE.TYPE", "words"),
        (#"{"name":"a","sum":{}}"#, "ENTITY_ERROR.ATTRIBUTE.REQUIRED", "sum/hash"),
        (#"{"name":"a","sum":{"hash":"x","a/b":1}}"#, "ENTITY_ERROR.ATTRIBUTE.UNKNOWN", "sum/a~1b"),
        (#"{"name":"a","other":1}"#, "ENTITY_ERROR.ATTRIBUTE.UNKNOWN", "other"),
    ]) func attributes(_ attributes: String, _ code: String, _ place: String) {
        let errors = errors(#"{"data":{"type":"things","attributes":\#(attributes),\#(Self.owner)}}"#)
        #expect(errors.map(\.status) == [409])
        #expect(errors.map(\.code) == [code])
        #expect(errors.map(\.source) == [.pointer("/data/attributes/" + place)])
    }

    @Test(arguments: [
        ("{}", "REQUIRED", "owner"), (#"{"owner":{}}"#, "INVALID", "owner"),
        (#"{"owner":{"data":null}}"#, "INVALID", "owner"),
        (#"{"owner":{"data":{"type":"others","id":"o"}}}"#, "INVALID", "owner"),
        (#"{"owner":{"data":{"type":"owners"}}}"#, "INVALID", "owner"), (#"{"owner":{"data":[]}}"#, "INVALID", "owner"),
        (#"{"owner":{"data":{"type":"owners","id":"o"}},"x":1}"#, "UNKNOWN", "x"),
        (#"{"owner":{"data":{"type":"owners","id":"o"}},"parts":{"data":[1]}}"#, "INVALID", "parts"),
    ]) func relationships(_ relationships: String, _ code: String, _ place: String) {
        let errors = errors(#"{"data":{"type":"things","attributes":{"name":"a"},"relationships":\#(relationships)}}"#)
        #expect(errors.map(\.code) == ["ENTITY_ERROR.RELATIONSHIP." + code])
        #expect(errors.map(\.source) == [.pointer("/data/relationships/" + place)])
    }

    @Test("A relationship that may be left out can be said to lead nowhere") func relatedToNothing() throws {
        let schema = BodySchema.update("things", relationships: [.init("owner", "owners")])
        for (text, isSaid) in [(#"{"owner":{"data":null}}"#, true), (#"{"owner":{}}"#, false), ("{}", false)] {
            let body = try body(#"{"data":{"type":"things","id":"1","relationships":\#(text)}}"#, schema, id: "1")
            #expect(body.id("owner") == nil && body.hasRelationship("owner") == isSaid, "\(text)")
        }
        let other = #"{"data":{"type":"things","id":"1","relationships":{"owner":{"data":null,"x":1}}}}"#
        #expect(errors(other, schema, id: "1").map(\.code) == ["ENTITY_ERROR.RELATIONSHIP.INVALID"])
    }

    @Test func typesAndIdentifiers() throws {
        let good = #"{"data":{"type":"things","id":"1","attributes":{"flag":true}}}"#
        #expect(try body(good, Self.update, id: "1").bool("flag") == true)
        #expect(try body(#"{"data":{"type":"things","id":"1"}}"#, Self.update, id: "1").bool("flag") == nil)
        #expect(errors(good, Self.update, id: "2").map(\.source) == [.pointer("/data/id")])
        #expect(errors(#"{"data":{"type":"things"}}"#, Self.update, id: "1").map(\.source) == [.pointer("/data/id")])
        #expect(
            errors(#"{"data":{"type":"other","id":"1"}}"#, Self.update, id: "1").map(\.source) == [
                .pointer("/data/type")
            ])
        #expect(
            errors(#"{"data":{"type":"things","id":"1","x":1}}"#, Self.update, id: "1").map(\.source) == [
                .pointer("/data/x")
            ])
        // Whoever makes something does not name it.
        let named = #"{"data":{"type":"things","id":"1","attributes":{"name":"a"},\#(Self.owner)}}"#
        #expect(errors(named).map(\.source) == [.pointer("/data/id")])
        #expect(errors(#"{"data":{"type":"things"}}"#).count == 2)
    }
}
