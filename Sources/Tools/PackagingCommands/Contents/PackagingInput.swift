// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
package import AssetPackModel
internal import Glibc
internal import SystemSupport

/// A packaging manifest that has been read, with the files it selects.
package struct PackagingInput {
    /// The manifest's path as the user gave it.
    package let manifestPath: String
    package let manifest: PackagingManifest
    package let contents: PackContents
    package let root: SourceRoot

    /// Largest packaging manifest that is read.
    static let maximumManifestSize = 16 << 20

    /// Whether the file begins as an Apple Archive does.
    private static func isArchive(_ path: String) throws(PackagingError) -> Bool {
        let file = try InputFile.open(path)
        var beginning = [UInt8](repeating: 0, count: 4)
        guard read(file.rawValue, &beginning, 4) == 4 else { return false }
        return ["AA01", "YAA1"].contains { beginning.elementsEqual($0.utf8) } || beginning.starts(with: "pbz".utf8)
    }

    /// Reads the manifest and finds its files.
    ///
    /// - Parameters:
    ///   - manifestPath: where the manifest lies.
    ///   - workingFolder: what paths are relative to when the manifest names no source root.
    ///   - outputs: the files that will be written, which are no input where an earlier run wrote them.
    /// - Throws: `PackagingError` at the first fault.
    package init(
        manifestPath: String, workingFolder: String = ".", outputs: (PackagingManifest) -> [String] = { _ in [] }
    ) throws(PackagingError) {
        self.manifestPath = manifestPath
        guard try !Self.isArchive(manifestPath) else {
            throw .usage(
                "\(manifestPath) is an archive, and a packaging manifest is due; `ba-package inspect` shows what is in it"
            )
        }
        let source = SourceText(
            name: manifestPath, bytes: try InputFile.contents(of: manifestPath, limit: Self.maximumManifestSize))
        do {
            manifest = try PackagingManifest(parsing: source)
        } catch {
            throw .source(error)
        }
        let folder = Self.sourceRoot(of: manifest, manifestPath: manifestPath, workingFolder: workingFolder)
        do {
            root = try SourceRoot(folder)
        } catch {
            guard manifest.sourceRoot != nil else { throw error }
            let reason: String? =
                switch error {
                case .missing(let path): "there is no folder \(path)"
                case .notAFolder: error.description
                default: nil
                }
            guard let reason else { throw error }
            throw .source(source.error(at: manifest.sourceRootOffset, "sourceRoot: \(reason)"))
        }
        contents = try ContentResolver.resolve(
            manifest, source: source, root: root, outputs: outputs(manifest))
    }

    private static func sourceRoot(
        of manifest: PackagingManifest, manifestPath: String, workingFolder: String
    ) -> String {
        guard let sourceRoot = manifest.sourceRoot else { return workingFolder }
        if sourceRoot.hasPrefix("/") { return sourceRoot }
        guard let slash = manifestPath.lastIndex(of: "/") else { return sourceRoot }
        let folder = slash == manifestPath.startIndex ? "/" : String(manifestPath[..<slash])
        return sourceRoot == "." ? folder : folder + "/" + sourceRoot
    }

    /// Throws when one of these paths, about to be written, is the manifest or among the files to be packed.
    package func checkOutputs(_ paths: [String]) throws(PackagingError) {
        for path in paths {
            guard let file = FileStatus(path: SourceRoot.realPath(path) ?? path)?.identity else { continue }
            if file == FileStatus(path: manifestPath)?.identity
                || contents.items.contains(where: { $0.source.identity == file })
            {
                throw .outputIsInput(path)
            }
        }
    }
}
