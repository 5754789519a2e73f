// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive
internal import AssetPackModel

/// Where the entries of an archive lie in the one bundle that it holds: one folder `Name.app`, and what a Mac leaves beside it.
struct BundleLayout {
    /// What an entry is to the bundle.
    enum Place: Equatable {
        /// Nothing, and not unpacked.
        case outside
        case folder
        /// Beneath the bundle's folder, at this path in it.
        case inner(String)
    }

    static let infoName = "Info.plist"
    private static let infoLimit: UInt64 = 1 << 20

    /// `Name.app`, once it was seen.
    private(set) var bundleName: String?

    /// Looks at the next entry.
    ///
    /// - Throws: `BundleSourceError` when something else than one bundle is there, `AppBundleError` for an Info.plist that nobody
    ///   would read.
    mutating func place(of header: EntryHeader) throws -> Place {
        if header.kind == .metadata || header.kind == .folder && header.path.isEmpty { return .outside }
        // Else the first folder of the path would mean nothing.
        try EntryPath.check(header.path)
        let (top, inner) = Self.split(header.path)
        if Self.isDebris(top) { return .outside }
        guard top.hasSuffix(".app"), top.utf8.count > 4, inner != nil || header.kind == .folder else {
            throw BundleSourceError.noBundle(found: header.path)
        }
        if let bundleName, bundleName != top { throw BundleSourceError.severalBundles(bundleName, top) }
        bundleName = top
        guard let inner else { return .folder }
        if inner == Self.infoName, header.kind == .file, header.dataSize ?? 0 > Self.infoLimit {
            throw AppBundleError("\(header.path) has \(header.dataSize ?? 0) bytes; at most 1 MiB is read")
        }
        return .inner(inner)
    }

    /// The path in the bundle; nil for what is left out, and for the bundle itself.
    static func inner(_ path: String) -> String? { split(path).inner }

    /// The first folder of a path, and what lies below it.
    private static func split(_ path: String) -> (top: String, inner: String?) {
        guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")) else { return (path, nil) }
        let top = String(path[..<slash])
        return (top, isDebris(top) ? nil : String(path[path.utf8.index(after: slash)...]))
    }

    /// What a Mac leaves beside folders: attributes in files of their own, and windows' positions.
    private static func isDebris(_ name: String) -> Bool {
        name.hasPrefix("._") || name == ".DS_Store" || name == "__MACOSX"
    }
}
