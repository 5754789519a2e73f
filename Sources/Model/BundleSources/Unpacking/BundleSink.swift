// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackModel
internal import Foundation
internal import Glibc
internal import SystemSupport

/// Takes the entries of an archive and has the one bundle among them extracted, its own folder being the root: no link
/// leaves the bundle. Whether a path is safe is the extractor's to say, here as for packs.
///
/// No file that lies directly in the bundle gets its executable bits before all is there: which one is the app's
/// executable is known only then, and that one goes without until the installation is done.
final class BundleSink {
    /// The name of the folder in the staging folder that becomes the bundle.
    static let folderName = "bundle"

    private let extractor: ArchiveExtractor
    private let path: String
    private let identified: (AppInformation) throws -> Void
    private var layout = BundleLayout()
    private(set) var information: AppInformation?
    /// The Info.plist, while it comes.
    private var info: [UInt8]?
    /// The modes of executable files directly in the bundle.
    private var withheld: [String: UInt16] = [:]

    /// - `identified`: called when the Info.plist has come; what it throws ends the unpacking.
    init(
        in staging: borrowing Directory, limits: ArchiveLimits, identified: @escaping (AppInformation) throws -> Void
    ) throws(ArchiveError) {
        path = staging.path + "/" + Self.folderName
        self.identified = identified
        extractor = try ArchiveExtractor(
            creating: Self.folderName, in: staging,
            options: .init(limits: limits, selection: .mapped { BundleLayout.inner($0) }))
    }

    func receive(_ event: EntryEvent) throws {
        switch event {
        case .header(let header, let index, let size):
            try extractor.receive(.header(try admit(header), index: index, size: size))
        case .data(let bytes, _):
            info?.append(contentsOf: bytes)
            try extractor.receive(event)
        case .end:
            try extractor.receive(event)
            if let bytes = info {
                info = nil
                let read = try AppInformation(
                    propertyList: Data(bytes), path: (layout.bundleName ?? "") + "/Info.plist")
                information = read
                try identified(read)
            }
        }
    }

    /// Checks that it is all there, and gives the files their executable bits but for the app's executable.
    func finish() throws -> UnpackedBundle {
        try extractor.finish()
        guard let bundleName = layout.bundleName else { throw BundleSourceError.noBundle(found: nil) }
        guard let information else {
            throw AppBundleError("\(bundleName)/Info.plist is missing: a bundle needs an Info.plist")
        }
        guard FileStatus(path: path + "/" + information.executable)?.kind == .file else {
            throw AppBundleError(
                "\(bundleName)/\(information.executable), which CFBundleExecutable names, is missing or no regular file"
            )
        }
        guard withheld.removeValue(forKey: information.executable) != nil else {
            throw AppBundleError(
                "\(bundleName)/\(information.executable), which CFBundleExecutable names, is not executable: "
                    + "set its mode with chmod +x")
        }
        let folder = try Directory(opening: path)
        for (name, mode) in withheld {
            let number = try folder.open(name)
            let mode = UInt32(mode) & 0o755 | 0o600
            try retrying("make executable", path + "/" + name) { fchmod(number.rawValue, mode) }
        }
        return UnpackedBundle(path: path, information: information, bytes: Int64(clamping: extractor.outputSize))
    }

    /// Removes what was extracted.
    func discard() throws(ArchiveError) { try extractor.discard() }

    /// Checks where an entry lies, and withholds the executable bits.
    private func admit(_ header: EntryHeader) throws -> EntryHeader {
        guard case .inner(let inner) = try layout.place(of: header), header.kind == .file,
            !inner.utf8.contains(UInt8(ascii: "/"))
        else { return header }
        if inner == BundleLayout.infoName { info = [] }
        var header = header
        let mode = header.mode ?? 0o644
        if mode & 0o111 != 0 { withheld[inner] = mode }
        header.mode = mode & ~0o111
        return header
    }
}
