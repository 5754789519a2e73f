// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What App Store Connect's document calls its schemas: programs that were generated of the one can be of the other.
enum OpenAPINames {
    /// `webhookDeliveries` are described as `WebhookDelivery`.
    static func resource(_ type: String) -> String {
        let name = capitalized(type)
        if name.hasSuffix("ies") { return name.dropLast(3) + "y" }
        return name.hasSuffix("s") ? String(name.dropLast()) : name
    }

    static func request(_ body: BodySchema) -> String {
        if let linkage = body.linkage { return resource(body.type) + capitalized(linkage.name) + "LinkageRequest" }
        return resource(body.type) + (body.hasID ? "UpdateRequest" : "CreateRequest")
    }

    /// nil for an answer without a body.
    static func response(_ operation: Operation) -> String? {
        switch operation.answer {
        case .one(let schema): resource(schema.type) + ending(operation, schema)
        case .many(let schema): capitalized(schema.type) + ending(operation, schema)
        case .linkage: relationship(operation.path) + "LinkagesResponse"
        case .name: relationship(operation.path) + "LinkageResponse"
        case .nothing: nil
        }
    }

    /// What is read through another resource may come without what comes along elsewhere.
    private static func ending(_ operation: Operation, _ schema: ResourceSchema) -> String {
        let isRelated = operation.path.contains("{id}/")
        return isRelated && operation.query.includes.isEmpty && !schema.relationships.isEmpty
            ? "WithoutIncludesResponse" : "Response"
    }

    /// - `path`: `/v1/apps/{id}/relationships/webhooks` is described as `AppWebhooks`.
    private static func relationship(_ path: String) -> String {
        let parts = path.split(separator: "/").map(String.init)
        return resource(parts.count > 1 ? parts[1] : "") + capitalized(parts.last ?? "")
    }

    static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}
