// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingModel
import Testing

@testable import HostingAPI

@Suite struct OperationTableTests {
    private func table() -> OperationTable {
        var table = OperationTable()
        let all: [(String, Operation.Method, String)] = [
            ("list", .get, "/v1/things"), ("make", .post, "/v1/things"), ("get", .get, "/v1/things/{id}"),
            ("change", .patch, "/v1/things/{id}"), ("parts", .get, "/v1/things/{id}/parts"),
            ("names", .get, "/v1/things/{id}/relationships/parts"),
        ]
        for (id, method, path) in all {
            table.add(
                Operation(id: id, method: method, path: path, answer: .nothing, permission: .read) { _ in .empty })
        }
        return table
    }

    @Test(arguments: [
        ("GET", "/v1/things", "list", ""), ("POST", "/v1/things", "make", ""), ("GET", "/v1/things/7", "get", "7"),
        ("PATCH", "/v1/things/7", "change", "7"), ("GET", "/v1/things/7/parts", "parts", "7"),
        ("GET", "/v1/things/7/relationships/parts", "names", "7"), ("GET", "/v1/things/{id}", "get", "{id}"),
    ]) func finds(_ method: String, _ path: String, _ expected: String, _ id: String) {
        guard case .operation(let operation, let place) = table().match(method, path: path) else {
            return #expect(Bool(false), "nothing is at \(path)")
        }
        #expect(operation.id == expected)
        #expect(place == id)
    }

    @Test(arguments: [
        "", "/", "/v1", "/v1/", "/v1/things/", "/v1/things//", "/v1/things/7/", "/v1/others", "/v1/things/7/others",
        "//v1/things",
        "/v1/things/7/parts/8",
    ]) func findsNothing(_ path: String) {
        switch table().match("GET", path: path) {
        case .nothing: break
        // An empty identifier is one that nothing has.
        case .operation(let operation, let id): #expect(operation.id == "get" && id.isEmpty)
        case .methodNotAllowed, .notListed: #expect(Bool(false), "\(path)")
        }
    }

    @Test func namesWhatCanBeDoneWithWhatIsNotListed() {
        var table = OperationTable()
        for (method, path) in [(Operation.Method.post, "/v1/hooks"), (.patch, "/v1/hooks/{id}")] {
            table.add(
                Operation(id: path, method: method, path: path, answer: .nothing, permission: .read) { _ in .empty })
        }
        guard case .notListed(let type, let allowed) = table.match("GET", path: "/v1/hooks") else {
            return #expect(Bool(false))
        }
        #expect(type == "hooks" && allowed == ["CREATE", "UPDATE"])
        guard case .methodNotAllowed = table.match("DELETE", path: "/v1/hooks") else { return #expect(Bool(false)) }
    }

    @Test func namesTheMethodsThatThereAre() {
        guard case .methodNotAllowed(let allowed) = table().match("DELETE", path: "/v1/things/7") else {
            return #expect(Bool(false))
        }
        #expect(Set(allowed) == [.get, .patch])
    }
}
