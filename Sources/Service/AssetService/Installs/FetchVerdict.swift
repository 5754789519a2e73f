// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ServiceInterface

/// What becomes of an installation when it is known which app its archive holds.
enum FetchVerdict: Sendable {
    case admitted
    /// This very version is installed.
    case installedAlready(note: String)
    case refused(ServiceError)
}
