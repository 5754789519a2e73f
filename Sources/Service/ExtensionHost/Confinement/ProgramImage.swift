// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// What an executable file needs to be started: who interprets it, and where its libraries are, as it says.
struct ProgramImage: Equatable, Sendable {
    /// The loader of an ELF file, or the interpreter of a script; nil when it needs none.
    private(set) var interpreter: String?
    /// Whether it begins like a program or a script.
    private(set) var isProgram = false
    private(set) var isScript = false
    /// Absolute paths from RPATH and RUNPATH.
    private(set) var libraryFolders: [String] = []

    /// Bytes of a file that are looked at: headers, and the strings that they lead to.
    private static let partLimit = 1 << 20
    private static let segmentLimit = 256
    private static let pathLimit = 4096
    /// Bytes of the shorter of the two headers that an ELF file has: that for 32 bits.
    private static let shortestHeader = 52

    private enum Segment {
        static let load: UInt32 = 1
        static let dynamic: UInt32 = 2
        static let interpreter: UInt32 = 3
    }

    private enum Tag {
        static let null: UInt64 = 0
        static let strings: UInt64 = 5
        static let libraryPath: UInt64 = 15
        static let runPath: UInt64 = 29
    }

    /// Reads a file. What is neither ELF for 64 bits nor a script needs nothing; what is damaged is taken as far as it can be
    /// read, for the kernel and the loader have the last word on it.
    init(of opened: OpenedPath) throws(SystemError) {
        let path = opened.path
        let file = try opened.openForReading()
        let head = Self.part(of: file, at: 0, count: 256)
        isScript = head.starts(with: Array("#!".utf8))
        isProgram = head.starts(with: [0x7f, 0x45, 0x4c, 0x46]) && head.count >= Self.shortestHeader || isScript
        if isScript {
            let line = head.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
            let words = line.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
            interpreter = words.first.map(Self.name)
            return
        }
        // 64 bits, little-endian: both platforms' form.
        guard head.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]) else { return }
        let reader = LittleEndianReader(bytes: head)
        guard let table = reader.word64(at: 32), let size = reader.word16(at: 54), let count = reader.word16(at: 56),
            size >= 56, count <= Self.segmentLimit
        else { return }
        let headers = LittleEndianReader(bytes: Self.part(of: file, at: table, count: Int(size) * Int(count)))
        let segments = (0..<Int(count)).compactMap { ProgramSegment(headers, at: $0 * Int(size)) }
        if let segment = segments.first(where: { $0.kind == Segment.interpreter }) {
            let bytes = Self.part(of: file, at: segment.offset, count: Int(min(segment.size, UInt64(Self.pathLimit))))
            interpreter = Self.name(bytes.prefix { $0 != 0 })
        }
        guard let dynamic = segments.first(where: { $0.kind == Segment.dynamic }) else { return }
        let origin = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        libraryFolders = Self.libraryPaths(of: file, dynamic, loaded: segments.filter { $0.kind == Segment.load })
            .flatMap { $0.split(separator: ":") }
            .map { Self.expand(String($0), origin: origin) }.filter { $0.hasPrefix("/") }
    }

    /// The kernel takes a name byte for byte: one that would be another here is none.
    private static func name(_ bytes: some Collection<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? ""
    }

    /// The texts of RPATH and RUNPATH.
    private static func libraryPaths(
        of file: borrowing OwnedDescriptor, _ dynamic: ProgramSegment, loaded: [ProgramSegment]
    ) -> [String] {
        let size = Int(min(dynamic.size, UInt64(partLimit)))
        let entries = LittleEndianReader(bytes: part(of: file, at: dynamic.offset, count: size))
        var strings: UInt64?
        var paths: [UInt64] = []
        for place in stride(from: 0, to: size, by: 16) {
            guard let tag = entries.word64(at: place), let value = entries.word64(at: place + 8), tag != Tag.null else {
                break
            }
            if tag == Tag.strings { strings = loaded.lazy.compactMap { $0.offset(ofAddress: value) }.first }
            if tag == Tag.runPath || tag == Tag.libraryPath { paths.append(value) }
        }
        guard let strings else { return [] }
        return paths.compactMap { path in
            let (place, overflows) = strings.addingReportingOverflow(path)
            if overflows { return nil }
            let bytes = part(of: file, at: place, count: pathLimit).prefix { $0 != 0 }
            return bytes.count < pathLimit ? String(decoding: bytes, as: UTF8.self) : nil
        }
    }

    private static func expand(_ folder: String, origin: String) -> String {
        for name in ["$ORIGIN", "${ORIGIN}"] where folder.hasPrefix(name) {
            return origin + folder.dropFirst(name.count)
        }
        return folder
    }

    /// As many bytes as there are.
    private static func part(of file: borrowing OwnedDescriptor, at offset: UInt64, count: Int) -> [UInt8] {
        guard let offset = off_t(exactly: offset), count > 0, count <= partLimit else { return [] }
        let number = file.rawValue
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, let base = buffer.baseAddress {
                let step = pread(number, base + filled, count - filled, offset + off_t(filled))
                if step > 0 { filled += step } else if step == 0 || errno != EINTR { break }
            }
        }
    }
}
