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
        "/v1/things/7/parts/8", "/v2/things", "/ba/v2/things", "/things",
    ]) func findsNothing(_ path: String) {
        switch table().match("GET", path: path) {
        case .nothing: break
        // An empty identifier is one that nothing has.
        case .operation(let operation, let id): #expect(operation.id == "get" && id.isEmpty)
        case .methodNotAllowed, .operationNotAllowed: #expect(Bool(false), "\(path)")
        }
    }

    @Test(
        "What cannot be done with a type is named, with all that can be",
        arguments: [
            ("GET", "/v1/hooks", "GET_COLLECTION", "POST"), ("GET", "/v1/hooks/7", "GET_INSTANCE", "PATCH"),
            ("DELETE", "/v1/hooks/7", "DELETE", "PATCH"),
            ("GET", "/ba/v1/pings", "GET_COLLECTION", "POST"), ("GET", "/ba/v1/pings/7", "GET_INSTANCE", ""),
        ]) func namesWhatCanBeDone(_ method: String, _ path: String, _ name: String, _ methods: String)
    {
        var table = OperationTable()
        for (method, path) in [
            (Operation.Method.post, "/v1/hooks"), (.patch, "/v1/hooks/{id}"), (.post, "/ba/v1/pings"),
        ] {
            table.add(
                Operation(id: path, method: method, path: path, answer: .nothing, permission: .read) { _ in .empty })
        }
        guard case .operationNotAllowed(let found, let type, let allowed, let left) = table.match(method, path: path)
        else { return #expect(Bool(false)) }
        #expect(found == name && left.map(\.rawValue).joined() == methods)
        // What the type has, and the path has not.
        guard case .methodNotAllowed(let methods) = table.match("POST", path: "/v1/hooks/7") else {
            return #expect(Bool(false))
        }
        #expect(methods == [.patch])
        #expect(type == "hooks" ? allowed == ["CREATE", "UPDATE"] : type == "pings" && allowed == ["CREATE"])
    }

    @Test(arguments: [("PUT", "/v1/things/7"), ("TRACE", "/v1/things"), ("DELETE", "/v1/things/7/parts")])
    func namesTheMethodsThatThereAre(_ method: String, _ path: String) {
        guard case .methodNotAllowed(let allowed) = table().match(method, path: path) else {
            return #expect(Bool(false))
        }
        #expect(
            Set(allowed)
                == (path.hasSuffix("7") ? [.get, .patch] : path.hasSuffix("s/7/parts") ? [.get] : [.get, .post]))
    }
}
