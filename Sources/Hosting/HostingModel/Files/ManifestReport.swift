// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// What a manifest says of its pack.
package struct ManifestReport: Codable, Equatable, Sendable {
    package var assetPackID: String
    /// Empty for all.
    package var platforms: [Platform]
    package var language: String?
    package var downloadPolicy: DownloadPolicy
    /// What the publisher says of it besides, unread.
    package var userInfo: JSONValue?
    package var problems: ProblemList

    /// What a text says.
    ///
    /// - `problems`: gets what is to be said about it, errors with it.
    /// - Returns: nil for what is no manifest.
    package static func read(_ bytes: [UInt8], _ problems: inout ProblemList) -> ManifestReport? {
        do throws(SourceError) {
            let manifest = try PackManifest(parsing: SourceText(name: PackManifest.path, bytes: bytes))
            return ManifestReport(manifest, &problems)
        } catch {
            problems.errors.append(
                Problem(code: "MANIFEST_INVALID", description: "The manifest is malformed: \(error)"))
            return nil
        }
    }

    /// - `problems`: gets what is to be said about it.
    package init(_ manifest: PackManifest, _ problems: inout ProblemList) {
        assetPackID = manifest.assetPackID
        language = manifest.language
        downloadPolicy = manifest.downloadPolicy
        userInfo = manifest.userInfo
        platforms = manifest.platforms.compactMap { Platform(rawValue: $0) }
        for name in manifest.platforms where Platform(rawValue: name) == nil {
            problems.warnings.append(
                Problem(
                    code: "PLATFORM_UNKNOWN",
                    description: "The manifest names the platform \(name.debugDescription), which is none: "
                        + Self.known))
        }
        if platforms.isEmpty, !manifest.platforms.isEmpty {
            problems.errors.append(
                Problem(
                    code: "PLATFORMS_UNKNOWN",
                    description: "None of the platforms that the manifest names is one: \(Self.known)"))
        }
        self.problems = problems
    }

    private static var known: String {
        "platforms are " + Platform.allCases.map(\.rawValue).joined(separator: ", ")
    }
}
