// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

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

    private struct Payload: Encodable {
        struct Data: Encodable {
            struct Attributes: Encodable {
                var timestamp: String
                var newState: String?
                var oldState: String?
                var ping: Bool?
            }

            struct Relationships: Encodable {
                struct Instance: Encodable {
                    var id: String
                    var type: String
                    var links: [String: String]
                }

                var instance: Instance
            }

            var type: String
            var id: String
            var version: Int?
            var attributes: Attributes
            var relationships: Relationships?
        }

        var data: Data
    }

    /// The body that is sent. Of asset packs the instance stands directly in its relationship, and there is no version of the
    /// form; a ping is in both of the forms that receivers have been seen to expect.
    ///
    /// - `base`: scheme, host and port of the interface, as clients see them.
    package func payload(base: String) -> [UInt8] {
        var data = Payload.Data(
            type: "webhookPingCreated", id: id, attributes: .init(timestamp: createdAt.description))
        switch kind {
        case .ping: (data.version, data.attributes.ping) = (1, true)
        case .change(let type):
            data.type = type.payloadType
            (data.attributes.newState, data.attributes.oldState) = (newState, oldState)
        }
        data.relationships = instance.map {
            .init(instance: .init(id: $0.id, type: $0.type, links: ["self": "\(base)/v1/\($0.type)/\($0.id)"]))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and numbers can always be encoded.
        return (try? encoder.encode(Payload(data: data))).map(Array.init) ?? []
    }
}
