// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackModel
internal import BundleSources

/// What is wrong with a file in such a way that no more of it is read.
enum InspectionFault: Error, Equatable, CustomStringConvertible {
    case manifestTooLarge

    var description: String { "a manifest has \(ManifestInspector.largestSize >> 20) MiB at most" }

    /// Whether it is the archive that cannot be read, or what is in it is no app.
    private static func code(of error: BundleSourceError) -> String {
        switch error {
        case .noBundle, .severalBundles, .bundle: "BUNDLE_INVALID"
        default: "ARCHIVE_INVALID"
        }
    }

    /// What it means for whoever has uploaded the file.
    static func outcome(_ error: any Error) -> InspectionOutcome {
        switch error {
        case let error as ArchiveError: .invalid("ARCHIVE_INVALID", "The archive cannot be read: \(error)")
        case let error as BundleSourceError:
            .invalid(code(of: error), "The archive of the app cannot be taken: \(error)")
        case let error as SourceError: .invalid("MANIFEST_INVALID", "The manifest is malformed: \(error)")
        case let error as InspectionFault: .invalid("MANIFEST_INVALID", "The manifest cannot be read: \(error)")
        default: .invalid("FILE_UNREADABLE", "The file cannot be read: \(error)")
        }
    }
}
