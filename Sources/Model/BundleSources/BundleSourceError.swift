// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AppleArchive
package import AssetPackModel
package import SystemSupport

/// Why a bundle could not be taken from an archive.
package enum BundleSourceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The first bytes are those of no archive that can hold an app.
    case unknownFormat(found: [UInt8])
    /// An entry, a path or a size that is refused, or an Apple Archive that cannot be read.
    case archive(ArchiveError)
    /// The compressed stream is damaged.
    case corrupt(ArchiveFormat, reason: String)
    /// The input ended in the middle.
    case truncated(ArchiveFormat)
    /// Decompressing would take more memory than is allowed.
    case windowTooLarge(ArchiveFormat, limit: Int)
    /// What lies where a header of a tar archive must be is none. `entry` counts from 0.
    case malformedHeader(entry: Int, reason: String)
    /// Something follows the end of the archive.
    case trailingData(ArchiveFormat)
    /// Beside, or in place of, the one bundle lies something else.
    case noBundle(found: String?)
    /// There are two bundles.
    case severalBundles(String, String)
    /// The bundle is none that can be installed.
    case bundle(AppBundleError)
    /// The disk is full, or would be.
    case outOfSpace(path: String, needed: Int64, available: Int64)
    /// A file of the store cannot be written, or the archive cannot be read.
    case file(SystemError)
    /// The caller stopped it; it can go on.
    case stopped

    package var description: String {
        switch self {
        case .unknownFormat(let found):
            "it is no archive of an app: it begins with \(Self.show(found)); "
                + "\(ArchiveFormat.names) can be installed"
        case .archive(let error): error.description
        case .corrupt(let format, let reason):
            "its \(format.rawValue) data is damaged (\(reason)); fetch or make it again"
        case .truncated(let format): "its \(format.rawValue) data ends too early; fetch or make it again"
        case .windowTooLarge(let format, let limit):
            "decompressing its \(format.rawValue) data takes more than the \(limit >> 20) MiB of memory that are "
                + "allowed; compress it with a smaller window"
        case .malformedHeader(let entry, let reason): "entry \(entry) of the tar archive is malformed: \(reason)"
        case .trailingData(let format): "data follows the end of its \(format.rawValue) part; make it again"
        case .noBundle(let found):
            "it must hold one folder NAME.app, and nothing beside it"
                + (found.map { "; it holds \(Self.quote($0))" } ?? "; it holds nothing")
        case .severalBundles(let first, let second):
            "it holds two bundles, \(Self.quote(first)) and \(Self.quote(second)); make an archive for each"
        case .bundle(let error): error.description
        case .outOfSpace(_, let needed, let available):
            "the disk has \(ByteCount.text(available)) free, and \(ByteCount.text(needed)) are needed: free some, and install it again"
        case .file(let error): error.description
        case .stopped: "it was stopped"
        }
    }

    /// Whether the disk is at fault.
    package var isOutOfSpace: Bool {
        switch self {
        case .outOfSpace: true
        case .file(let error), .archive(.system(let error)): error.isOutOfSpace
        default: false
        }
    }

    /// Bytes that the disk must have free for it, when it is at fault.
    package var neededBytes: Int64? {
        if case .outOfSpace(_, let needed, _) = self { return needed }
        return isOutOfSpace ? 2 * DiskSpace.reserve : nil
    }

    /// What the parts of this module throw, under one type.
    init(_ error: any Error) {
        switch error {
        case let error as BundleSourceError: self = error
        case let error as AppBundleError: self = .bundle(error)
        case let error as SystemError: self = .file(error)
        case let error as ArchiveError:
            if case .system(let inner) = error { self = .file(inner) } else { self = .archive(error) }
        default: self = .corrupt(.tar, reason: "\(error)")
        }
    }

    /// Printable form of the first bytes of something.
    private static func show(_ bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "nothing" }
        return "0x" + Hexadecimal.text(bytes.prefix(8))
    }

    /// A path for a message: quoted, shortened, with no control characters.
    private static func quote(_ path: String) -> String {
        var text = ""
        for scalar in path.unicodeScalars.prefix(200) {
            text.unicodeScalars.append(scalar.value < 32 || scalar.value == 127 ? "\u{FFFD}" : scalar)
        }
        return "“\(text)\(path.unicodeScalars.count > 200 ? "…" : "")”"
    }
}
