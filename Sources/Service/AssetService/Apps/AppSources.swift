// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ServiceInterface

/// Finds the bundle in what a person names as the source of an app.
struct AppSources: Sendable {
    /// Reads the bundle in the folder at `path`, which must be absolute: the caller's working directory is not ours.
    func bundle(at path: String) throws(ServiceError) -> AppBundle {
        guard path.hasPrefix("/") else {
            throw ServiceError(.bundleInvalid, "\(path) is no absolute path")
        }
        do throws(AppBundleError) { return try AppBundle(path: path) } catch { throw ServiceError(bundle: error) }
    }
}
