// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What `BAManifestURL` serves: the sessions that there are.
public struct SessionManifest: Codable, Equatable, Sendable {
    /// Rises with each publication.
    public let version: Int
    public let sessions: [Session]
    /// For watching the limits of an extension: how it misbehaves when it reads this.
    public let misbehavior: Misbehavior?

    public enum Misbehavior: String, Codable, Sendable {
        /// It reads for half an hour.
        case slow
        /// It holds everything in memory.
        case large
    }

    public init(readingFrom url: URL) throws {
        self = try JSONDecoder().decode(SessionManifest.self, from: Data(contentsOf: url))
    }

    public subscript(id: String) -> Session? { sessions.first { $0.id == id } }
}
