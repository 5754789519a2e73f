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
    /// A policy of a newer host or service, by its name: nothing is fetched by it. No manifest may have it.
    case unknown(String)

    /// `essential`, `prefetch` or `onDemand`.
    package var name: String {
        switch self {
        case .essential: "essential"
        case .prefetch: "prefetch"
        case .onDemand: "onDemand"
        case .unknown(let name): name
        }
    }

    /// The events at which the system fetches the pack by itself; empty for on-demand packs.
    package var eventTypes: Set<InstallationEventType> {
        switch self {
        case .essential(let types), .prefetch(let types): types
        case .onDemand, .unknown: []
        }
    }
}

extension DownloadPolicy: Codable {
    private struct Key: CodingKey, Hashable {
        static let essential = Key(stringValue: "essential")
        static let prefetch = Key(stringValue: "prefetch")
        static let onDemand = Key(stringValue: "onDemand")

        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }
    private enum EventKey: String, CodingKey { case installationEventTypes }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let known = container.allKeys.filter { [.essential, .prefetch, .onDemand].contains($0) }
        guard let key = known.first ?? container.allKeys.first, known.count == 1 || container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a download policy has exactly one of essential, prefetch and onDemand"))
        }
        func events() throws -> Set<InstallationEventType> {
            let inner = try container.nestedContainer(keyedBy: EventKey.self, forKey: key)
            // Events that only a newer host or service knows do not happen here.
            return Set(
                try inner.decode([String].self, forKey: .installationEventTypes).compactMap(
                    InstallationEventType.init(rawValue:)))
        }
        switch key {
        case .essential: self = .essential(try events())
        case .prefetch: self = .prefetch(try events())
        case .onDemand: self = .onDemand
        default: self = .unknown(key.stringValue)
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
        case .onDemand, .unknown:
            _ = container.nestedContainer(keyedBy: EventKey.self, forKey: Key(stringValue: name))
        }
    }
}
