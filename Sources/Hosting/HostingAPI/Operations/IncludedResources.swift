// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Resources that come along with those that were asked for, each once.
struct IncludedResources {
    private(set) var resources: [ResourceObject] = []
    private var seen: Set<ResourceIdentifier> = []

    mutating func add(_ resource: ResourceObject) {
        if seen.insert(resource.identifier).inserted { resources.append(resource) }
    }
}
