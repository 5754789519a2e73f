// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What is in the data by which a download goes on: what the service has kept goes by its name, and the service alone knows whether it has.
struct Resumption: Codable, Sendable {
    private static let currentVersion = 1

    var version = Self.currentVersion
    /// The service's name for what it has kept.
    let id: String
    /// For the app, which may ask the task for its request.
    let url: String

    init(id: String, url: String) {
        self.id = id
        self.url = url
    }

    /// - Returns: nil for what is no such data.
    init?(_ data: Data) {
        guard let read = try? JSONDecoder().decode(Resumption.self, from: data), read.version == Self.currentVersion
        else { return nil }
        self = read
    }

    /// nil when it cannot be written.
    var data: Data? { try? JSONEncoder().encode(self) }
}
