// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AppleArchive
internal import AssetPackModel
internal import Foundation

/// Reads an archive of an app to its end, in pieces as they come, and refuses what could not be unpacked: whoever takes it from its
/// developer looks at it as the devices will.
///
/// Nothing is written anywhere, and its memory is bounded as that of `BundleUnpacker`.
package final class BundleScanner {
    private let feed: BundleFeed
    private var layout = BundleLayout()
    private var admission: EntryAdmission
    private var information: AppInformation?
    /// The Info.plist, while it comes.
    private var info: [UInt8]?
    /// How executable files directly in the bundle begin, by their names.
    private var programs: [String: [UInt8]] = [:]
    /// That of them whose data comes.
    private var program: String?
    /// The entry whose data comes, and how many bytes of it have.
    private var current: (header: EntryHeader, size: UInt64)?
    /// Files directly in the bundle.
    private var files: Set<String> = []

    package init(limits: ArchiveLimits = ArchiveLimits()) {
        feed = BundleFeed(limits: limits)
        admission = EntryAdmission(limits: limits)
    }

    /// Takes the next bytes of the archive.
    package func take(_ bytes: UnsafeRawBufferPointer) throws(BundleSourceError) { try feed.take(bytes, receive) }

    /// Says that the archive has ended.
    ///
    /// - Throws: also when the bundle lacks its Info.plist, or the executable that this names.
    package func finish() throws(BundleSourceError) -> ScannedBundle {
        try feed.finish(receive)
        guard let bundleName = layout.bundleName else { throw .noBundle(found: nil) }
        guard let information else {
            throw .bundle(AppBundleError("\(bundleName)/Info.plist is missing: a bundle needs an Info.plist"))
        }
        let place = "\(bundleName)/\(information.executable), which CFBundleExecutable names,"
        guard files.contains(information.executable) else {
            throw .bundle(AppBundleError("\(place) is missing or no regular file"))
        }
        guard let header = programs[information.executable] else {
            throw .bundle(AppBundleError("\(place) is not executable: set its mode with chmod +x"))
        }
        return ScannedBundle(
            information: information, architecture: ProcessorArchitecture(header: header),
            installedSize: admission.outputSize)
    }

    private func receive(_ event: EntryEvent) throws {
        switch event {
        case .header(let header, _, _): try begin(header)
        case .data(let bytes, _):
            info?.append(contentsOf: bytes)
            if let program, let known = programs[program]?.count, known < ProcessorArchitecture.headerLength {
                programs[program]?.append(contentsOf: bytes.prefix(ProcessorArchitecture.headerLength - known))
            }
            current?.size += UInt64(bytes.count)
        case .end:
            program = nil
            if let (header, size) = current, size != header.dataSize ?? 0 {
                throw ArchiveError.sizeMismatch(header.path, declared: header.dataSize ?? 0, actual: size)
            }
            guard let bytes = info else { return }
            info = nil
            information = try AppInformation(
                propertyList: Data(bytes), path: (layout.bundleName ?? "") + "/" + BundleLayout.infoName)
        }
    }

    private func begin(_ header: EntryHeader) throws {
        current = (header, 0)
        let place = try layout.place(of: header)
        guard try admission.admit(header), case .inner(let path) = place else { return }
        if header.kind == .symbolicLink { try EntryAdmission.checkLink(header, at: path) }
        guard header.kind == .file, !path.utf8.contains(UInt8(ascii: "/")) else { return }
        if path == BundleLayout.infoName { info = [] }
        // Once it is known which one is the app's, the others are not kept.
        if let information, information.executable != path { return }
        files.insert(path)
        guard (header.mode ?? 0o644) & 0o111 != 0 else { return }
        (program, programs[path]) = (path, [])
    }
}
