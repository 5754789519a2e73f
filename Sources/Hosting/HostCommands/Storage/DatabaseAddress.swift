// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The address of a PostgreSQL, as people may see it.
enum DatabaseAddress {
    static func withoutPassword(_ address: String) -> String {
        guard var parts = URLComponents(string: address) else { return "postgres://…" }
        if parts.password != nil { parts.password = "***" }
        parts.queryItems = parts.queryItems?.map {
            $0.name.lowercased().contains("password") ? URLQueryItem(name: $0.name, value: "***") : $0
        }
        return parts.string ?? "postgres://…"
    }
}
