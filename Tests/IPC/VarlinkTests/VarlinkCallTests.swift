// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Varlink

/// The parameters of calls as they come in.
struct VarlinkCallTests {
    private struct Outer: Codable {
        struct Inner: Codable { var number: Int }
        var inner: Inner
        var names: [String]
    }

    @Test(
        "A wrong parameter is named by its path, without a sentence",
        arguments: [
            (#"{}"#, "inner"), (#"{"inner": {}}"#, "inner.number"), (#"{"inner": {"number": "x"}}"#, "inner.number"),
            (#"{"inner": {"number": 1}, "names": [1]}"#, "names"), (#"[]"#, "parameters"),
            (#"7"#, "parameters"),
        ])
    func wrongParameters(_ parameters: String, _ expected: String) throws {
        let call = try VarlinkCall(message: Array(#"{"method": "a.b.C", "parameters": \#(parameters)}"#.utf8))
        let error = #expect(throws: VarlinkError.self) { try call.parameters(as: Outer.self) }
        guard case .invalidParameter(let name, let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(name == expected)
        #expect(!reason.isEmpty)
    }

    @Test("Parameters are an object also where none are needed", arguments: ["[]", "7", #""text""#])
    func shapes(_ parameters: String) throws {
        struct None: Decodable {}
        let call = try VarlinkCall(message: Array(#"{"method": "a.b.C", "parameters": \#(parameters)}"#.utf8))
        #expect(throws: VarlinkError.self) { try call.parameters(as: None.self) }
        for taken in ["{}", "null", #"{"more": 1}"#] {
            _ = try VarlinkCall(message: Array(#"{"method": "a.b.C", "parameters": \#(taken)}"#.utf8))
                .parameters(as: None.self)
        }
    }
}
