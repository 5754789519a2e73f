// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation
internal import Glibc
internal import ServiceInterface
internal import SystemSupport
internal import TransferEngine

/// Finds out what a person names as the source of an app.
struct AppSources: Sendable {
    /// An https address, or the absolute path of a bundle or an archive: the caller's working directory is not ours.
    ///
    /// - Throws: `bundleInvalid`.
    func source(at text: String) throws(ServiceError) -> AppSource {
        if let scheme = text.range(of: "://"), !text.hasPrefix("/") {
            guard text[..<scheme.lowerBound].lowercased() == "https" else {
                throw ServiceError(.bundleInvalid, "apps are fetched over https, and \(text) is no https address")
            }
            do throws(TransferError) { return .remote(try HTTPAddress(text)) } catch {
                throw ServiceError(.bundleInvalid, error.description)
            }
        }
        guard text.hasPrefix("/") else { throw ServiceError(.bundleInvalid, "\(text) is no absolute path") }
        // However it is written, it is the same source. What is not there is told of by the name that was given.
        let resolved = realpath(text, nil)
        defer { free(resolved) }
        let path = resolved.map { String(cString: $0) } ?? text
        switch FileStatus(resolving: path)?.kind {
        case .file: return .archive(path: path)
        case .folder: return .folder(try bundle(at: path))
        default: throw ServiceError(.bundleInvalid, "\(text) is neither a bundle nor an archive of one")
        }
    }

    /// Reads the bundle in the folder at `path`, which must be absolute.
    func bundle(at path: String) throws(ServiceError) -> AppBundle {
        guard path.hasPrefix("/") else {
            throw ServiceError(.bundleInvalid, "\(path) is no absolute path")
        }
        do throws(AppBundleError) { return try AppBundle(path: path) } catch { throw ServiceError(bundle: error) }
    }
}
