// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HostingAPI

@Suite("The description of the interface", .timeLimit(.minutes(2))) struct OpenAPITests {
    @Test func itIsServedToAnybodyAndEveryReferenceLeadsSomewhere() async throws {
        try await HostServer.with { server in
            let client = try await server.client()
            let answer = try await client.send("GET", "/ba/v1/openapi.json", authorization: "")
            #expect(answer.status == 200)
            #expect(answer.string("openapi") == "3.1.0")
            let schemas = try #require(answer["components/schemas"] as? [String: Any])
            let references = answer.text.matches(of: /#\/components\/schemas\/([A-Za-z]+)/).map { String($0.1) }
            #expect(Set(references).isSubset(of: Set(schemas.keys)))
            #expect(Set(schemas.keys).subtracting(references) == [])
            let paths = try #require(answer["paths"] as? [String: [String: Any]])
            #expect(paths["/v1/backgroundAssets/{id}"]?.keys.sorted() == ["get", "patch"])
            #expect(paths["/v1/backgroundAssetUploadFiles"]?.keys.sorted() == ["post"])
            // Of all operations, each has a name of its own.
            let names = paths.values.flatMap(\.values).compactMap { ($0 as? [String: Any])?["operationId"] as? String }
            #expect(Set(names).count == names.count)
        }
    }
}
