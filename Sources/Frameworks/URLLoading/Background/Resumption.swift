// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking

/// What is in the data by which a download goes on: what the service has kept goes by its name, and the service alone knows whether it has.
struct Resumption: Codable, Sendable {
    private static let currentVersion = 1

    var version = Self.currentVersion
    /// The service's name for what it has kept.
    let id: String
    /// For the app, which may ask the task for its request.
    let url: String
    /// false for what uses no network that costs money, in a session that uses them.
    let allowsExpensive: Bool?

    /// - `request`: that of the download which goes on.
    init(id: String, of request: URLRequest?) {
        self.id = id
        url = request?.url?.absoluteString ?? ""
        allowsExpensive = request?.allowsExpensiveNetworkAccess
    }

    /// As far as it is known here.
    var request: URLRequest? {
        URL(string: url).map { url in
            var request = URLRequest(url: url)
            request.allowsExpensiveNetworkAccess = allowsExpensive ?? true
            return request
        }
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
