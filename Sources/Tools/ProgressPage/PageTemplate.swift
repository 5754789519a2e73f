// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Mustache

/// The page's HTML: what is filled in cannot be taken for it.
struct PageTemplate: Sendable {
    private let template: MustacheTemplate

    init() throws {
        template = try MustacheTemplate(string: String(decoding: PackageResources.page_mustache, as: UTF8.self))
    }

    func html(_ content: PageContent) -> String { template.render(content) }
}
