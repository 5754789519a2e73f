// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import Testing

@testable import HostingAPI

@Suite struct ResourceQueryTests {
    private func query(_ text: String, rules: QueryRules = Samples.rules) throws -> ResourceQuery {
        try ResourceQuery(QueryText(text), rules: rules)
    }

    private func errors(_ text: String, rules: QueryRules = Samples.rules) -> [APIError] {
        do { _ = try query(text, rules: rules) } catch { return (error as? APIFailure)?.errors ?? [] }
        return []
    }

    @Test func readsWhatIsAsked() throws {
        let query = try query(
            "filter[name]=a,b&filter%5Bname%5D=c%2Cd&filter[state]=A&sort=-size,name&include=owner&include=parts"
                + "&fields[things]=name,owner&limit=7&limit[parts]=3")
        #expect(query.filters == ["name": ["a", "b", "c", "d"], "state": ["A"]])
        #expect(query.sorts == [.init(name: "size", isFalling: true), .init(name: "name", isFalling: false)])
        #expect(query.includes == ["owner", "parts"])
        #expect(query.limit == 7)
        #expect(query.nestedLimits == ["parts": 3])
        #expect(query.wants("name", of: "things") && query.wants("owner", of: "things"))
        #expect(!query.wants("size", of: "things"))
        #expect(query.wants("anything", of: "others"))
    }

    @Test func emptyListsAreLists() throws {
        let query = try query("fields[things]=&include=&sort=")
        #expect(!query.wants("name", of: "things"))
        #expect(query.includes.isEmpty && query.sorts.isEmpty)
        #expect(try self.query("sort=name,-name").sorts == [.init(name: "name", isFalling: false)])
    }

    @Test func withoutParametersAllIsWanted() throws {
        let query = try query("")
        #expect(query.limit == 50)
        #expect(query.cursor == nil)
        #expect(query.wants("size", of: "things"))
    }

    @Test func aPlusAndOtherCharactersStandForThemselves() throws {
        #expect(
            try query("filter[name]=2026-01-01T00:00:00+02:00=x").filters["name"] == ["2026-01-01T00:00:00+02:00=x"])
        #expect(try query("filter[name]=%C3%A4").filters["name"] == ["ä"])
    }

    @Test(arguments: [
        ("nothing=1", "PARAMETER_ERROR.ILLEGAL", "nothing"),
        ("filter[other]=1", "PARAMETER_ERROR.ILLEGAL", "filter[other]"),
        ("filter=1", "PARAMETER_ERROR.ILLEGAL", "filter"),
        ("fields[others]=a", "PARAMETER_ERROR.ILLEGAL", "fields[others]"),
        ("limit[owner]=1", "PARAMETER_ERROR.ILLEGAL", "limit[owner]"),
        ("filter[state]=C", "PARAMETER_ERROR.INVALID", "filter[state]"),
        ("filter[state]=A,", "PARAMETER_ERROR.INVALID", "filter[state]"),
        ("sort=other", "PARAMETER_ERROR.INVALID", "sort"),
        ("include=x", "PARAMETER_ERROR.INVALID", "include"),
        ("fields[things]=x", "PARAMETER_ERROR.INVALID", "fields[things]"),
        ("limit=0", "PARAMETER_ERROR.INVALID", "limit"), ("limit=201", "PARAMETER_ERROR.INVALID", "limit"),
        ("limit=-1", "PARAMETER_ERROR.INVALID", "limit"), ("limit=+1", "PARAMETER_ERROR.INVALID", "limit"),
        ("limit=", "PARAMETER_ERROR.INVALID", "limit"), ("limit=1&limit=2", "PARAMETER_ERROR.INVALID", "limit"),
        ("limit[parts]=51", "PARAMETER_ERROR.INVALID", "limit[parts]"),
        ("cursor=abc", "PARAMETER_ERROR.INVALID", "cursor"),
        ("filter[name]=%ff", "PARAMETER_ERROR.INVALID", "filter[name]"),
        ("filter[name]=%4", "PARAMETER_ERROR.INVALID", "filter[name]"),
        ("filter[name]=%zz", "PARAMETER_ERROR.INVALID", "filter[name]"),
        ("filter[name]=a%00", "PARAMETER_ERROR.INVALID", "filter[name]"),
        ("filter[state]=", "PARAMETER_ERROR.INVALID", "filter[state]"),
    ]) func refusesTheRest(_ text: String, _ code: String, _ parameter: String) {
        let errors = errors(text)
        #expect(errors.map(\.status) == [400])
        #expect(errors.map(\.code) == [code])
        #expect(errors.map(\.source) == [.parameter(parameter)])
    }

    @Test func tellsAllThatIsWrong() {
        #expect(errors("a=1&limit=0&sort=x").count == 3)
        var rules = Samples.rules
        rules.requiredFilters = ["name"]
        #expect(errors("", rules: rules).map(\.code) == ["PARAMETER_ERROR.REQUIRED"])
        #expect(errors("limit=1", rules: QueryRules()).map(\.code) == ["PARAMETER_ERROR.ILLEGAL"])
    }

    @Test func whatAppStoreConnectHasBesidesCanBeAskedFor() throws {
        let schema = ResourceSchema(
            "games", attributes: [.init("name", .string()), .init("level", .string())],
            relationships: [.init("stage", "stages")],
            absent: [.many("badges"), .one("icon", "images")], absentFields: ["price"])
        #expect(schema.fields == ["name", "level", "stage", "badges", "icon", "price"])
        var rules = QueryRules(includes: ["stage"], fields: [schema]).addingAbsent(of: schema)
        rules.existences = ["badges"]
        let query = try query(
            "include=stage,badges,icon&fields[games]=price,icon&fields[images]=anything&limit[badges]=50"
                + "&exists[badges]=false", rules: rules)
        #expect(query.includes == ["stage", "badges", "icon"] && query.existences == ["badges": false])
        #expect(!query.wants("name", of: "games"))
        for (text, name) in [
            ("limit[icon]=1", "limit[icon]"), ("fields[others]=a", "fields[others]"), ("include=price", "include"),
            ("exists[badges]=yes", "exists[badges]"), ("exists[icon]=true", "exists[icon]"),
            ("exists[badges]=true&exists[badges]=true", "exists[badges]"),
        ] { #expect(errors(text, rules: rules).map(\.source) == [.parameter(name)], "\(text)") }
    }

    @Test func aCursorGoesRound() throws {
        let cursor = PageCursor(sorts: ["-size"], values: [.integer(3), .string("ä/+\u{1}\"")])
        #expect(
            cursor.text.utf8.allSatisfy { byte in
                "-_".utf8.contains(byte) || Unicode.Scalar(byte).properties.isAlphabetic || (48...57).contains(byte)
            })
        #expect(try query("sort=-size&cursor=" + cursor.text).cursor == cursor)
        // It is always the same text: links and metadata name one cursor.
        #expect(Set((0..<100).map { _ in cursor.text }).count == 1)
        // A list that nobody sorts goes by the time.
        let plain = PageCursor(sorts: [], values: [.integer(1_800_000_000_000), .string("1")])
        #expect(try query("cursor=" + plain.text).cursor == plain)
        // Of a list in another order.
        #expect(errors("sort=size&cursor=" + cursor.text).map(\.source) == [.parameter("cursor")])
        #expect(errors("cursor=" + cursor.text).map(\.source) == [.parameter("cursor")])
        // No database takes a text with a character of the code 0.
        let made = PageCursor(sorts: [], values: [.string("a\u{0}")])
        #expect(errors("cursor=" + made.text).map(\.source) == [.parameter("cursor")])
    }

    @Test(arguments: ["", "e30", "eyJzIjpbXX0", "eyJzIjpbXSwidiI6W119", "W10", String(repeating: "A", count: 4_000)])
    func whatIsNoCursorIsNone(_ text: String) { #expect(PageCursor(text) == nil) }
}
