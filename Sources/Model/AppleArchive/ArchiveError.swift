// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import SystemSupport

/// Why an archive could not be read, written or extracted.
package enum ArchiveError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The first bytes are neither an entry nor a container.
    case notAnArchive(found: [UInt8])
    /// The first bytes are those of an encrypted archive (`AEA1`).
    case encrypted
    /// The container's codec is none that this package reads.
    case unsupportedCompression(letter: UInt8)
    /// The input ended in the middle of `part`, after `offset` bytes.
    case truncated(part: Part, offset: UInt64)
    /// A block says that it is larger than `limit` bytes, plain or stored.
    case blockTooLarge(index: Int, size: UInt64, limit: UInt64)
    /// A block's header contradicts itself.
    case badBlock(index: Int, reason: String)
    /// A block's payload is not what its codec writes, or does not make as many bytes as the block says.
    case corruptPayload(Compression, reason: String)
    /// The header of an entry is malformed. `entry` counts from 0.
    case badHeader(entry: Int, reason: String)
    /// The path of an entry may not be used.
    case unsafePath(String, PathProblem)
    /// Two entries have the same path.
    case duplicateEntry(String)
    /// The path differs from an earlier one only in case or Unicode form, so one file system would merge the two.
    case caseTwin(String)
    /// The entry lies below something that is a file or a link.
    case parentIsNoFolder(String)
    /// Entries of this kind are not extracted: devices, FIFOs, sockets, whiteouts, doors and ports.
    case forbiddenKind(String, EntryKind)
    /// The symbolic link points, or may point, outside the root.
    case linkLeavesRoot(String, target: String)
    /// The entry is a hard link to data that it does not carry.
    case hardLink(String)
    /// The entry announces `declared` bytes and carries `actual`.
    case sizeMismatch(String, declared: UInt64, actual: UInt64)
    /// The data does not have the checksum that the entry's header carries.
    case checksumMismatch(String)
    /// The entries hold more data than `limit` bytes, which is what was declared or allowed.
    case outputTooLarge(limit: UInt64)
    /// There are more entries than `limit`.
    case tooManyEntries(limit: Int)
    /// A call came in an order that makes no sense, as data for a file that is not open.
    case misuse(String)
    /// The system refused a call.
    case system(SystemError)

    /// Where an input may end too early.
    package enum Part: String, Sendable {
        case containerHeader = "the container's header"
        case blockHeader = "the header of a block"
        case blockPayload = "a block"
        case entryHeader = "the header of an entry"
        case entryData = "the data of an entry"
    }

    /// What is wrong with a path.
    package enum PathProblem: String, Sendable {
        case empty = "is empty"
        case absolute = "is absolute"
        case parentReference = "has a component that is `.` or `..`"
        case emptyComponent = "has an empty component"
        case nulByte = "holds a NUL byte"
        case notUTF8 = "is not UTF-8"
        case tooLong = "is too long"
    }

    package var description: String {
        switch self {
        case .notAnArchive(let found):
            "not an Apple Archive: it begins with \(Self.show(found)) where AA01, YAA1 or pbz was expected"
        case .encrypted: "the archive is encrypted (AEA1); decrypt it first"
        case .unsupportedCompression(let letter):
            "blocks compressed as pbz\(Character(Unicode.Scalar(letter))) cannot be read; "
                + "write the archive with lzfse, lz4, zlib, lzma or no compression"
        case .truncated(let part, let offset):
            "the archive ends after \(offset) bytes, in the middle of \(part.rawValue); fetch or make it again"
        case .blockTooLarge(let index, let size, let limit):
            "block \(index) of the archive has \(size) bytes, and \(limit) are allowed; use smaller blocks"
        case .badBlock(let index, let reason): "block \(index) of the archive is malformed: \(reason)"
        case .corruptPayload(let compression, let reason):
            "a block is not valid \(compression.rawValue) data: \(reason); fetch or make the archive again"
        case .badHeader(let entry, let reason): "entry \(entry) of the archive has a malformed header: \(reason)"
        case .unsafePath(let path, let problem): "the path \(Self.quote(path)) in the archive \(problem.rawValue)"
        case .duplicateEntry(let path): "the archive holds \(Self.quote(path)) twice"
        case .caseTwin(let path):
            "the archive holds \(Self.quote(path)) beside a path that differs only in case or Unicode form; rename one"
        case .parentIsNoFolder(let path): "\(Self.quote(path)) lies below something that is not a folder"
        case .forbiddenKind(let path, let kind): "\(Self.quote(path)) is a \(kind.word), which is never extracted"
        case .linkLeavesRoot(let path, let target):
            "the symbolic link \(Self.quote(path)) points to \(Self.quote(target)), which may lie outside the archive"
        case .hardLink(let path): "\(Self.quote(path)) is a hard link without data of its own"
        case .sizeMismatch(let path, let declared, let actual):
            "\(Self.quote(path)) announces \(declared) bytes and has \(actual)"
        case .checksumMismatch(let path): "the data of \(Self.quote(path)) does not match its checksum"
        case .outputTooLarge(let limit): "the archive holds more than the \(limit) bytes that were declared or allowed"
        case .tooManyEntries(let limit): "the archive holds more than \(limit) entries"
        case .misuse(let reason): "the archive was used wrongly: \(reason)"
        case .system(let error): error.description
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
