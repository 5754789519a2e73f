// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HostingAPI

@Suite("What resources have", .timeLimit(.minutes(2))) struct ResourceSchemaTests {
    @Test("JSON:API: the attributes and relationships of a resource, and of a body, share one namespace") func names()
        async throws
    {
        try await HostServer.with { server in
            var schemas: [String: ResourceSchema] = [:]
            for operation in server.operations {
                switch operation.answer {
                case .one(let schema), .many(let schema): schemas[schema.type] = schema
                case .linkage, .name, .nothing: break
                }
                for schema in operation.query.fields { schemas[schema.type] = schema }
                guard let body = operation.body else { continue }
                let schema = ResourceSchema(body.type, attributes: body.attributes, relationships: body.relationships)
                #expect(schema.ambiguousNames == [], "\(operation.id)")
            }
            #expect(schemas.count >= 20)
            for schema in schemas.values { #expect(schema.ambiguousNames == [], "\(schema.type)") }
        }
    }

    @Test("A name that two of them have is found, and one that no resource may have") func ambiguity() {
        let schema = ResourceSchema(
            "games", attributes: [.init("build", .string()), .init("name", .string()), .init("type", .string())],
            relationships: [.init("build", "builds"), .init("id", "games")], absentFields: ["name"])
        #expect(schema.ambiguousNames == ["type", "build", "id", "name"])
    }
}
