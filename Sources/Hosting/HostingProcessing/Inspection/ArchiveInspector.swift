// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackArchives
internal import AssetPackFiles
internal import AssetPackModel
internal import Foundation
internal import HostingModel

/// Reads an archive once, from its first byte to its last, and tells what it is or what is wrong with it.
final class ArchiveInspector {
    private final class Listing {
        var files: [ListedFile] = []
        /// The first entry that no device would unpack.
        var fault: ArchiveError?
        private var admission = EntryAdmission()

        /// Looks at an entry as those do who unpack it: a version that they would refuse is none that is released.
        func admit(_ header: EntryHeader) {
            guard fault == nil else { return }
            do throws(ArchiveError) {
                _ = try admission.admit(header)
                if header.kind == .symbolicLink, let path = ArchiveInspector.path(inPack: header.path) {
                    try EntryAdmission.checkLink(header, at: path)
                }
            } catch { fault = error }
        }
    }

    private let scanner: ArchiveScanner
    private let listing = Listing()

    init() {
        let listing = listing
        scanner = ArchiveScanner { entry in
            listing.admit(entry.header)
            guard entry.header.kind == .file, let path = Self.path(inPack: entry.header.path) else { return }
            listing.files.append(
                ListedFile(path: path, size: entry.header.dataSize ?? 0, sha256: entry.digest.description))
        }
    }

    /// The path of a file of the pack; nil for what stands beside these.
    private static func path(inPack path: String) -> String? {
        let prefix = PackManifest.contents + "/"
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
    }

    func feed(_ bytes: UnsafeRawBufferPointer) async throws { try await scanner.feed(bytes) }

    /// All bytes have been fed.
    func finish() async throws -> InspectionOutcome {
        let scan = try await scanner.finish()
        guard let manifest = try scan.packManifest(path: "the archive") else {
            return .invalid(
                "MANIFEST_MISSING",
                "The archive has no \(PackManifest.path): make it with ba-package, which writes one")
        }
        var problems = ProblemList()
        var blocks = Data()
        if let fault = listing.fault {
            problems.errors.append(
                Problem(code: "CONTENT_NOT_ALLOWED", description: "No device would unpack the archive: \(fault)"))
        }
        switch scan.blockList {
        case .success(let list): blocks = Data(list.bytes)
        case .failure(let error):
            problems.errors.append(
                Problem(code: "CONTENT_NOT_ALLOWED", description: "The archive holds what no asset pack may: \(error)"))
        }
        if listing.files.isEmpty {
            problems.errors.append(
                Problem(
                    code: "CONTENT_MISSING",
                    description: "The archive has no files in \(PackManifest.contents)/: a pack has one at least"))
        }
        let report = ManifestReport(manifest, &problems)
        guard problems.errors.isEmpty else { return .invalid(problems) }
        return .archive(
            ArchiveReport(
                size: scan.size, sha256: scan.digest.description, manifest: report, files: listing.files,
                installedSize: scan.installedSize, blocks: blocks))
    }
}
