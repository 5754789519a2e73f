// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// `apps`: an app, as a server has it.
struct AppRecord: Encodable, Sendable {
    let id: String
    let bundleID: String
    let name: String

    init(_ resource: APIResource) {
        id = resource.id
        bundleID = resource.string("bundleId") ?? ""
        name = resource.string("name") ?? ""
    }
}
