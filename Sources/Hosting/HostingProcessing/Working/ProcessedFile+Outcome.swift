// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import HostingModel
internal import HostingStorage
internal import SystemSupport

extension ProcessedFile {
    /// What an inspection means for the version that a file is of; the list of its files is put into the object store.
    init(_ outcome: InspectionOutcome, of file: UploadFile, in store: HostStore) async throws(StorageError) {
        switch outcome {
        case .invalid(let problems): self = .invalid(problems: problems.abridged)
        case .build: throw .unexpected("a file of a pack was read as an app: \(file.id)")
        case .manifest(let report):
            let problems = try await Self.checked(report, of: file, in: store)
            self = problems.errors.isEmpty ? .manifest(problems: problems) : .invalid(problems: problems)
        case .archive(let report):
            let problems = try await Self.checked(report.manifest, of: file, in: store)
            guard problems.errors.isEmpty else {
                self = .invalid(problems: problems)
                return
            }
            let listing = try store.listingKey()
            try await store.objects.write(try Self.list(report.files), to: listing)
            let blocks = StoredObject(
                key: try store.blocksKey(), size: Int64(report.blocks.count),
                sha256: Hexadecimal.text(SHA256.hash(data: report.blocks)))
            try await store.objects.write([UInt8](report.blocks), to: blocks.key)
            self = .archive(
                ProcessedArchive(
                    sha256: report.sha256, platforms: report.manifest.platforms, locale: report.manifest.language,
                    downloadPolicy: report.manifest.downloadPolicy, userInfo: report.manifest.userInfo,
                    installedSize: Int64(clamping: report.installedSize),
                    listing: listing, blocks: blocks, problems: problems))
        }
    }

    /// What is to be said of a manifest: it must be of the pack that it was uploaded for.
    private static func checked(
        _ report: ManifestReport, of file: UploadFile, in store: HostStore
    ) async throws(StorageError) -> ProblemList {
        var problems = report.problems.abridged
        guard let version = try await store.version(file.versionID) else {
            throw .unexpected("a file is of no version: \(file.id)")
        }
        if report.assetPackID != version.pack.identifier {
            problems.errors.append(
                Problem(
                    code: "ASSET_PACK_ID_DIFFERS",
                    description: "The manifest is of the asset pack \(report.assetPackID.debugDescription), and was "
                        + "uploaded for \(version.pack.identifier.debugDescription)"))
        }
        return problems
    }

    private static func list(_ files: [ListedFile]) throws(StorageError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return [UInt8](try encoder.encode(files)) } catch {
            throw .failed("a list of files cannot be written as JSON: \(error)")
        }
    }
}
