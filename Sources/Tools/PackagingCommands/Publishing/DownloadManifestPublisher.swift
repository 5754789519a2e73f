// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackFiles
package import AssetPackModel
internal import FoundationEssentials
internal import SystemSupport
package import ToolSupport

/// Reads archives and the manifest that is published now, and writes the next one.
package struct DownloadManifestPublisher {
    package var mode: ManifestPublication.Mode
    package var platform: Platform
    package var address: DownloadAddress?
    package var primaryLanguage: String?
    package var archivePaths: [String]
    package var versions: [Int] = []
    package var removing: [String] = []
    /// The manifest that counts as published; nil for none.
    package var existingPath: String?
    /// Where the manifest goes; nil for standard output.
    package var outputPath: String?
    package var isQuiet = false

    /// Largest download manifest that is read.
    static let maximumSize = 64 << 20

    package init(
        mode: ManifestPublication.Mode, platform: Platform, address: DownloadAddress?, archivePaths: [String],
        existingPath: String?, outputPath: String?
    ) {
        self.mode = mode
        self.platform = platform
        self.address = address
        self.archivePaths = archivePaths
        self.existingPath = existingPath
        self.outputPath = outputPath
    }

    /// Does it. When nothing has changed the file is left as it is.
    ///
    /// - Returns: what became of each pack.
    /// - Throws: `PackagingError`; the manifest is untouched then.
    @discardableResult
    package func publish(console: Console) async throws(PackagingError) -> ManifestPublication.Outcome {
        // What is wrong with the manifest is said before archives are read, which may take minutes.
        _ = try publication()
        var archives: [PublishedArchive] = []
        for path in archivePaths { archives.append(try await describe(path, console)) }
        // From here on nobody else may write what was read.
        guard let outputPath else { return try publish(archives, console) }
        let lock = try ManifestLock(of: outputPath)
        defer { extendLifetime(lock) }
        return try publish(archives, console)
    }

    /// The publication that follows what stands in the manifest now.
    private func publication() throws(PackagingError) -> ManifestPublication {
        let existing = try standingPath.map { path throws(PackagingError) in try Self.document(at: path) }
        let record = standingPath.map(Self.record) ?? DigestRecord()
        return try ManifestPublication(
            mode: mode, platform: platform, path: outputPath ?? "manifest", address: address,
            primaryLanguage: primaryLanguage, existing: existing, record: record)
    }

    /// The manifest that counts as published. One that is to be created counts when somebody else has just done so.
    private var standingPath: String? {
        if let existingPath { return existingPath }
        guard let outputPath, FileStatus(path: outputPath) != nil else { return nil }
        return outputPath
    }

    private func publish(
        _ archives: [PublishedArchive], _ console: Console
    ) throws(PackagingError) -> ManifestPublication.Outcome {
        let outcome = try publication().publish(archives, versions: versions, removing: removing)
        try check(outcome.document)
        if !isQuiet {
            (archives.flatMap(\.warnings) + outcome.warnings).forEach(console.warn)
            PackContents.sharedPathWarnings(of: contentPaths(archives, outcome)).forEach(console.warn)
        }
        try write(outcome, console)
        return outcome
    }

    /// The files of all packs in the new manifest, as far as they are known.
    private func contentPaths(
        _ archives: [PublishedArchive], _ outcome: ManifestPublication.Outcome
    ) -> [(id: String, paths: [String])] {
        let given = archives.map { (id: $0.manifest.assetPackID, paths: $0.contentPaths) }
        let ids = Set(given.map(\.id))
        let kept = KeptPacks(
            beside: [existingPath, outputPath].compactMap { $0 } + archivePaths, record: outcome.record)
        return given
            + outcome.document.entries.filter { !ids.contains($0.id) }.compactMap { entry in
                kept.contentPaths(of: entry).map { (id: entry.id, paths: $0) }
            }
    }

    /// Reads a manifest.
    package static func document(at path: String) throws(PackagingError) -> DownloadManifestDocument {
        let source = SourceText(name: path, bytes: try InputFile.contents(of: path, limit: maximumSize))
        do {
            return try DownloadManifestDocument(parsing: source)
        } catch {
            throw .source(error)
        }
    }

    private static func record(of manifestPath: String) -> DigestRecord {
        let path = DigestRecord.path(of: manifestPath)
        guard let bytes = try? InputFile.contents(of: path, limit: maximumSize) else { return DigestRecord() }
        return DigestRecord(parsing: SourceText(name: path, bytes: bytes))
    }

    private func describe(_ path: String, _ console: Console) async throws(PackagingError) -> PublishedArchive {
        let size = FileStatus(path: path).map(\.size)
        let progress = ProgressBar("Reading \(path)", total: size, quiet: isQuiet, console: console)
        return try await ArchiveDescriber.describe(path, withBlocks: platform == .linux, progress: progress)
    }

    /// What a device would check is checked before anything is written.
    private func check(_ document: DownloadManifestDocument) throws(PackagingError) {
        do {
            try JSONDecoder().decode(DownloadManifest.self, from: Data(document.text.utf8)).validate()
        } catch {
            throw .publication("devices would refuse the manifest: \(error)")
        }
    }

    private func write(_ outcome: ManifestPublication.Outcome, _ console: Console) throws(PackagingError) {
        guard let outputPath else { return console.writeRaw(outcome.document.text) }
        let isInPlace = outcome.isUnchanged && outputPath == standingPath
        if platform != .linux {
            let recordPath = DigestRecord.path(of: outputPath)
            let text = Array(outcome.record.text.utf8)
            // A record that is newer than its manifest harms nothing: it counts for the versions it names only.
            if (try? InputFile.contents(of: recordPath, limit: Self.maximumSize)) != text {
                try OutputFile.write(text, to: recordPath)
            }
        }
        if !isInPlace { try OutputFile.write(Array(outcome.document.text.utf8), to: outputPath) }
        guard !isQuiet else { return }
        var table = Table([.init("PACK"), .init("VERSION", .right), .init("CHANGE")])
        for change in outcome.changes {
            table.append([change.id, change.version.map(String.init) ?? "", change.kind.rawValue])
        }
        console.note(table.text)
        console.note(isInPlace ? "\(outputPath) says all that already" : "wrote \(outputPath)")
    }
}
