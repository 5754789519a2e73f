// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AppleArchive

/// Reads a tar archive (the old kind, ustar, pax and GNU's long names) that comes in pieces, as entries of the kind
/// that `ArchiveExtractor` takes. It checks the form only; what an entry may be and where it may go is the extractor's.
///
/// Sparse files, archives in several volumes and kinds of entry that it does not know are refused rather than guessed
/// at. An archive without its end marker counts as cut off.
struct TarParser {
    typealias Consumer = (EntryEvent) throws -> Void

    /// Bytes of the longest extended header or long name.
    private static let extensionLimit: UInt64 = 1 << 20
    /// Bytes of zeros that may pad the archive behind its end marker.
    private static let paddingLimit = 4 << 20

    private enum Stage {
        case header
        /// The data of an entry that is handed over.
        case data(left: UInt64, offset: UInt64)
        /// An extended header or long name, which is gathered.
        case supplement(type: UInt8, left: UInt64)
        case padding(left: Int)
        case ended(zeros: Int)
    }

    private var stage = Stage.header
    private var block: [UInt8] = []
    private var supplement: [UInt8] = []
    private var pax = PaxRecords()
    private var longName: [UInt8]?
    private var longLink: [UInt8]?
    private var blockPadding = 0
    /// Entries so far.
    private(set) var entryCount = 0
    /// Whether any header was read: with none it is no tar archive.
    private(set) var hasHeader = false

    init() { block.reserveCapacity(TarHeader.length) }

    mutating func feed(_ bytes: UnsafeRawBufferPointer, _ consumer: Consumer) throws {
        var rest = bytes
        func take(_ count: Int) -> UnsafeRawBufferPointer {
            defer { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
            return UnsafeRawBufferPointer(rebasing: rest[..<count])
        }
        while !rest.isEmpty {
            switch stage {
            case .header:
                block.append(contentsOf: take(min(rest.count, TarHeader.length - block.count)))
                if block.count == TarHeader.length { try readHeader(consumer) }
            case .data(let left, let offset):
                let piece = take(Int(min(UInt64(rest.count), left)))
                try consumer(.data(piece, offset: offset))
                let now = left - UInt64(piece.count)
                stage = .data(left: now, offset: offset + UInt64(piece.count))
                if now == 0 { try endEntry(consumer) }
            case .supplement(let type, let left):
                let piece = take(Int(min(UInt64(rest.count), left)))
                supplement.append(contentsOf: piece)
                stage = .supplement(type: type, left: left - UInt64(piece.count))
                if left == UInt64(piece.count) { try endSupplement(type) }
            case .padding(let left):
                let count = take(min(rest.count, left)).count
                stage = left == count ? .header : .padding(left: left - count)
            case .ended(let zeros):
                let piece = take(rest.count)
                guard zeros + piece.count <= Self.paddingLimit, piece.allSatisfy({ $0 == 0 }) else {
                    throw BundleSourceError.trailingData(.tar)
                }
                stage = .ended(zeros: zeros + piece.count)
            }
        }
    }

    /// Says that the input has ended.
    func finish() throws(BundleSourceError) {
        guard case .ended = stage else {
            if !hasHeader { throw .unknownFormat(found: block) }
            throw .truncated(.tar)
        }
    }

    // MARK: Headers

    private mutating func readHeader(_ consumer: Consumer) throws {
        defer { block.removeAll(keepingCapacity: true) }
        do {
            let header = try block.withUnsafeBytes { bytes throws(TarHeader.Fault) in try TarHeader(bytes) }
            hasHeader = true
            guard let header else {
                stage = .ended(zeros: 0)
                return
            }
            blockPadding = Int(truncatingIfNeeded: (0 &- header.size) & 511)
            switch header.type {
            case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "g"), UInt8(ascii: "L"), UInt8(ascii: "K"):
                guard header.size <= Self.extensionLimit else {
                    throw TarHeader.Fault(reason: "its extended header has \(header.size) bytes")
                }
                supplement = []
                stage = .supplement(type: header.type, left: header.size)
                if header.size == 0 { try endSupplement(header.type) }
                return
            default: break
            }
            let entry = try entryHeader(header)
            blockPadding = Int(truncatingIfNeeded: (0 &- (entry.dataSize ?? 0)) & 511)
            (pax, longName, longLink) = (PaxRecords(), nil, nil)
            try begin(entry, consumer)
        } catch let fault as TarHeader.Fault {
            guard hasHeader else { throw BundleSourceError.unknownFormat(found: Array(block.prefix(8))) }
            throw BundleSourceError.malformedHeader(entry: entryCount, reason: fault.reason)
        }
    }

    private mutating func begin(_ entry: EntryHeader, _ consumer: Consumer) throws {
        try consumer(.header(entry, index: entryCount, size: TarHeader.length))
        let size = entry.dataSize ?? 0
        stage = .data(left: size, offset: 0)
        if size == 0 { try endEntry(consumer) }
    }

    private mutating func endEntry(_ consumer: Consumer) throws {
        try consumer(.end)
        entryCount += 1
        stage = blockPadding == 0 ? .header : .padding(left: blockPadding)
    }

    private mutating func endSupplement(_ type: UInt8) throws {
        let bytes = supplement
        supplement = []
        stage = blockPadding == 0 ? .header : .padding(left: blockPadding)
        do throws(TarHeader.Fault) {
            switch type {
            case UInt8(ascii: "L"): longName = Array(bytes.prefix { $0 != 0 })
            case UInt8(ascii: "K"): longLink = Array(bytes.prefix { $0 != 0 })
            case UInt8(ascii: "g"):
                guard try !PaxRecords(bytes).isOfConsequence else {
                    throw TarHeader.Fault(reason: "a global header gives one path or size to all entries")
                }
            default: pax = try PaxRecords(bytes)
            }
        } catch { throw BundleSourceError.malformedHeader(entry: entryCount, reason: error.reason) }
    }

    // MARK: Entries

    /// The entry as the extractor knows it.
    private func entryHeader(_ header: TarHeader) throws -> EntryHeader {
        let rawPath = pax.path ?? longName ?? header.name
        let size = pax.size ?? header.size
        var kind = try Self.kind(header.type, path: rawPath, isSparse: pax.isSparse)
        if kind == .file, rawPath.last == UInt8(ascii: "/"), size == 0 { kind = .folder }
        let path = try Self.string(Self.trimmed(rawPath, isFolder: kind == .folder))
        let target = try Self.string((pax.linkPath ?? longLink ?? header.linkName)[...])
        guard kind == .file || size == 0 else {
            throw TarHeader.Fault(reason: "“\(path)” is a \(kind.word), and is said to hold \(size) bytes")
        }
        let isLink = kind == .symbolicLink || header.type == UInt8(ascii: "1")
        return EntryHeader(
            kind: kind, path: path, linkTarget: isLink ? target : nil, mode: header.mode,
            dataSize: kind == .file ? size : nil)
    }

    private static func kind(_ type: UInt8, path: [UInt8], isSparse: Bool) throws(TarHeader.Fault) -> EntryKind {
        guard !isSparse else { throw TarHeader.Fault(reason: "it is a sparse file; pack it without --sparse") }
        switch type {
        // A hard link is told by its target.
        case 0, UInt8(ascii: "0"), UInt8(ascii: "7"), UInt8(ascii: "1"): return .file
        case UInt8(ascii: "2"): return .symbolicLink
        case UInt8(ascii: "3"): return .characterDevice
        case UInt8(ascii: "4"): return .blockDevice
        case UInt8(ascii: "5"): return .folder
        case UInt8(ascii: "6"): return .fifo
        case UInt8(ascii: "S"): throw TarHeader.Fault(reason: "it is a sparse file; pack it without --sparse")
        default:
            throw TarHeader.Fault(reason: "entries of the kind 0x\(String(type, radix: 16)) cannot be part of an app")
        }
    }

    /// The path without what tar itself puts around it: `./` in front, and `/` behind a folder.
    private static func trimmed(_ path: [UInt8], isFolder: Bool) -> ArraySlice<UInt8> {
        let slash = UInt8(ascii: "/")
        let dot = UInt8(ascii: ".")
        var path = path[...]
        while path.starts(with: [dot, slash]) { path = path.dropFirst(2) }
        if isFolder {
            while path.count > 1, path.last == slash { path = path.dropLast() }
            if path.elementsEqual([dot]) { path = [] }
        }
        return path
    }

    private static func string(_ bytes: ArraySlice<UInt8>) throws(ArchiveError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .unsafePath(String(decoding: bytes, as: UTF8.self), .notUTF8)
        }
        return text
    }
}
