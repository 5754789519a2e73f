// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// When an installation event takes place, in the words of the packaging manifest.
package enum InstallationEventType: String, Codable, CaseIterable, Hashable, Sendable {
    case firstInstallation
    case subsequentUpdate
}

/// When a pack comes to a device: as part of the installation, beside it, or when the app asks.
///
/// In JSON an object with exactly one key: `{"essential": {"installationEventTypes": […]}}`, `{"prefetch": {…}}` with
/// the same content, or `{"onDemand": {}}`.
package enum DownloadPolicy: Hashable, Sendable {
    case essential(Set<InstallationEventType>)
    case prefetch(Set<InstallationEventType>)
    case onDemand

    /// `essential`, `prefetch` or `onDemand`.
    package var name: String {
        switch self {
        case .essential: "essential"
        case .prefetch: "prefetch"
        case .onDemand: "onDemand"
        }
    }

    /// The events at which the system fetches the pack by itself; empty for on-demand packs.
    package var eventTypes: Set<InstallationEventType> {
        switch self {
        case .essential(let types), .prefetch(let types): types
        case .onDemand: []
        }
    }
}

extension DownloadPolicy: Codable {
    private enum Key: String, CodingKey, CaseIterable { case essential, prefetch, onDemand }
    private enum EventKey: String, CodingKey { case installationEventTypes }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard container.allKeys.count == 1, let key = container.allKeys.first else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a download policy has exactly one of essential, prefetch and onDemand"))
        }
        func events() throws -> Set<InstallationEventType> {
            let inner = try container.nestedContainer(keyedBy: EventKey.self, forKey: key)
            let types = try inner.decode([InstallationEventType].self, forKey: .installationEventTypes)
            guard !types.isEmpty else {
                throw DecodingError.dataCorruptedError(
                    forKey: .installationEventTypes, in: inner,
                    debugDescription: "\(key.rawValue) needs at least one installation event type")
            }
            return Set(types)
        }
        switch key {
        case .essential: self = .essential(try events())
        case .prefetch: self = .prefetch(try events())
        case .onDemand: self = .onDemand
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        func write(_ types: Set<InstallationEventType>, _ key: Key) throws {
            var inner = container.nestedContainer(keyedBy: EventKey.self, forKey: key)
            try inner.encode(InstallationEventType.allCases.filter(types.contains), forKey: .installationEventTypes)
        }
        switch self {
        case .essential(let types): try write(types, .essential)
        case .prefetch(let types): try write(types, .prefetch)
        case .onDemand: _ = container.nestedContainer(keyedBy: EventKey.self, forKey: .onDemand)
        }
    }
}
