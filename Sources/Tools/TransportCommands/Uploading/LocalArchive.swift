// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackArchives
internal import AssetPackModel
internal import PackagingCommands
internal import ToolSupport

/// An archive that is to be uploaded, read once.
struct LocalArchive: Sendable {
    let bytes: ArchiveBytes
    /// The name that its host gets.
    let name: String
    let packID: String
    /// `Manifest.json` as it is in it; nil where it was not read, or has another name.
    let manifest: [UInt8]?
    /// In hexadecimal digits.
    let sha256: String

    var path: String { bytes.path }

    /// Reads archives. None is uploaded when one of them is no pack.
    ///
    /// - `packID`: of the only one; nil when manifests are to say it.
    static func read(_ paths: [String], packID: String?, quiet: Bool) async throws(TransportError) -> [LocalArchive] {
        var opened: [(bytes: ArchiveBytes, packID: String, manifest: [UInt8]?)] = []
        for path in paths {
            let bytes = try ArchiveBytes(path)
            let (id, manifest): (String, [UInt8]?)
            if let packID {
                (id, manifest) = (packID, nil)
            } else {
                do throws(PackagingError) {
                    let found = try await ArchiveScanner.manifestFile(of: path)
                    (id, manifest) = (found.manifest.assetPackID, found.bytes)
                } catch { throw .archive("\(error)", error.exitCode) }
            }
            if let other = opened.first(where: { $0.packID == id }) {
                throw .archive(
                    "\(other.bytes.path) and \(path) are both of the pack \(id): upload one after the other", .badInput)
            }
            opened.append((bytes, id, manifest))
        }
        let total = opened.reduce(0) { $0 + $1.bytes.size }
        // What takes no time is not worth a line.
        let bar = ProgressBar("Reading", total: total, quiet: quiet || !Console.standard.errorIsTerminal)
        var archives: [LocalArchive] = []
        for (bytes, id, manifest) in opened {
            let sha256 = try bytes.sha256 { bar.advance(by: $0) }
            let name = bytes.path.split(separator: "/").last.map(String.init) ?? bytes.path
            archives.append(LocalArchive(bytes: bytes, name: name, packID: id, manifest: manifest, sha256: sha256))
        }
        return archives
    }
}
