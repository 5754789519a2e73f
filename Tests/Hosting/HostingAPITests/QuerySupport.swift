// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

@testable import HostingAPI

enum Samples {
    static let thing = ResourceSchema(
        "things",
        attributes: [.init("name", .string()), .init("size", .integer(0...9))],
        relationships: [
            .init("owner", "owners"), .init("parts", "parts", isToMany: true, hasAddress: true),
        ])

    static let rules = QueryRules(
        filters: ["name": .any, "state": .oneOf(["A", "B"])], sorts: ["name", "size"], includes: ["owner", "parts"],
        fields: [thing], paging: .list, nestedLimits: ["parts": 50])
}
