// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationNetworking

/// A task of a background session: what Foundation's classes have of it is what its work says.
protocol BackgroundTask: URLSessionTask {
    var work: BackgroundWork { get }
}
