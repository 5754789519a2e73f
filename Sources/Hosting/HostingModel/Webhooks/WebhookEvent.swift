// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// Something that web hooks are told of (hosting-api 5).
package struct WebhookEvent: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// One that web hooks ask for.
        case change(WebhookEventType)
        /// What somebody sends in order to see that a web hook works.
        case ping
    }

    /// What has changed: a resource of the interface.
    package struct Instance: Equatable, Sendable {
        package let type: String
        package let id: String

        package init(type: String, id: String) {
            self.type = type
            self.id = id
        }

        /// Where it is. What App Store Connect has types of its own for is one build here.
        fileprivate var path: String {
            switch type {
            case "buildUploads", "buildBetaDetails": "/ba/v1/appBuilds/\(id)"
            default: "/v1/\(type)/\(id)"
            }
        }
    }

    /// Receivers tell by it what they have had already.
    package let id: String
    package let kind: Kind
    package let createdAt: Timestamp
    package let instance: Instance?
    package let oldState: String?
    package let newState: String?

    package init(
        id: String, kind: Kind, createdAt: Timestamp, instance: Instance? = nil, oldState: String? = nil,
        newState: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.createdAt = createdAt
        self.instance = instance
        self.oldState = oldState
        self.newState = newState
    }

    // MARK: The payload

    /// The body that is sent. Of asset packs the instance stands directly in its relationship, and there is no version of the
    /// form, as all others have it; a ping is in both of the forms that receivers have been seen to expect.
    ///
    /// - `base`: scheme, host and port of the interface, as clients see them.
    package func payload(base: String) -> [UInt8] {
        var type = "webhookPingCreated"
        var attributes: [String: JSONValue] = ["timestamp": .string(createdAt.description)]
        var data: [String: JSONValue] = ["id": .string(id)]
        var isWrapped = true
        switch kind {
        case .ping: attributes["ping"] = .bool(true)
        case .change(let change):
            type = change.payloadType
            isWrapped = !change.isOfAssetPack
            attributes[change.stateNames.new] = newState.map(JSONValue.string)
            attributes[change.stateNames.old] = oldState.map(JSONValue.string)
        }
        if isWrapped { data["version"] = .integer(1) }
        data["type"] = .string(type)
        data["attributes"] = .object(attributes)
        data["relationships"] = instance.map {
            .object(["instance": Self.linkage(to: $0, base: base, isWrapped: isWrapped)])
        }
        var body: [UInt8] = []
        JSONValue.object(["data": .object(data)]).appendCompact(to: &body)
        return body
    }

    private static func linkage(to instance: Instance, base: String, isWrapped: Bool) -> JSONValue {
        let name: [String: JSONValue] = ["id": .string(instance.id), "type": .string(instance.type)]
        var members = isWrapped ? ["data": .object(name)] : name
        members["links"] = .object(["self": .string(base + instance.path)])
        return .object(members)
    }
}
