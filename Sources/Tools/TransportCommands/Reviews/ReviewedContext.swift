// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser

/// Whose devices get a version when a reviewer has approved it. Internal testers have one as soon as it is processed: nothing is
/// submitted for them.
enum ReviewedContext: String, CaseIterable, Sendable, ExpressibleByArgument {
    case external, appstore

    var release: ReleaseContext {
        switch self {
        case .external: .external
        case .appstore: .appstore
        }
    }
}
