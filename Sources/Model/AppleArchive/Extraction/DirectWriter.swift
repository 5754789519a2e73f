// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import SystemSupport

/// Writes large files past the page cache (O_DIRECT).
///
/// Such writes begin at multiples of a page, in the file and in memory, and so do their sizes: what does not fill a page
/// yet is written with zeros behind it, and again, with more, by the next write. Until `finish` a file is therefore up to
/// a page longer than its data.
final class DirectWriter {
    /// Smaller files gain nothing: they are written to the page cache.
    static let smallestFile: UInt64 = 1 << 20
    /// The largest unit that block devices and file systems ask for in practice.
    private static let page = 4096
    /// A block of an archive with room for the page that it begins in: one write for each.
    private static let capacity = 4 << 20 + 2 * page

    private let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: page)
    private var file: Int32 = -1
    /// Where `memory` begins in the file.
    private var offset: Int64 = 0
    /// Bytes of data in `memory`.
    private var count = 0
    /// Bytes of data that are in the file already, at the beginning of `memory`.
    private var written = 0

    deinit { memory.deallocate() }

    /// Takes on an open file that holds `offset` bytes and will hold `size`.
    ///
    /// - Returns: false when it is not worth it, or the file system cannot do it; nothing has changed then.
    func begin(_ file: Int32, _ path: String, size: UInt64, offset: Int64) throws(ArchiveError) -> Bool {
        guard size >= Self.smallestFile else { return false }
        let start = offset / Int64(Self.page) * Int64(Self.page)
        let head = Int(offset - start)
        if head > 0 {
            // What is in the page already, which the next write must write again.
            let memory = memory
            var done = 0
            while done < head {
                let place = done
                let got = try checked("read", path) { pread(file, memory + place, head - place, off_t(start) + place) }
                guard got > 0 else {
                    throw .sizeMismatch(path, declared: UInt64(offset), actual: UInt64(start) + UInt64(done))
                }
                done += got
            }
        }
        guard ba_set_direct(file, true) == 0 else { return false }
        self.file = file
        self.offset = start
        count = head
        written = head
        return true
    }

    /// Appends to the file.
    func write(_ bytes: UnsafeRawBufferPointer, _ path: String) throws(ArchiveError) {
        var rest = bytes
        while let base = rest.baseAddress, !rest.isEmpty {
            let taken = min(rest.count, Self.capacity - count)
            (memory + count).copyMemory(from: base, byteCount: taken)
            count += taken
            rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
            if count == Self.capacity { try flush(path) }
        }
    }

    /// Writes all data that came so far.
    func flush(_ path: String) throws(ArchiveError) {
        guard count > written else { return }
        let padded = (count + Self.page - 1) / Self.page * Self.page
        (memory + count).initializeMemory(as: UInt8.self, repeating: 0, count: padded - count)
        var done = 0
        while done < padded {
            let (file, memory, place, offset) = (file, memory, done, offset)
            done += try checked("write", path) {
                let result = pwrite(file, memory + place, padded - place, off_t(offset) + place)
                guard result < 0, errno == EINVAL, ba_set_direct(file, false) == 0 else { return result }
                // Stricter than expected, or a short write has left it at an odd place: then through the page cache.
                return pwrite(file, memory + place, padded - place, off_t(offset) + place)
            }
        }
        let whole = count / Self.page * Self.page
        count -= whole
        written = count
        offset += Int64(whole)
        if count > 0, whole > 0 { memory.copyMemory(from: memory + whole, byteCount: count) }
    }

    /// Writes the rest, and cuts off what is behind the data.
    func finish(_ path: String) throws(ArchiveError) {
        try flush(path)
        let (file, size) = (file, off_t(offset) + off_t(count))
        _ = try checked("cut back", path) { Int(ftruncate(file, size)) }
        self.file = -1
    }

    private func checked(_ operation: String, _ path: String, _ call: () -> Int) throws(ArchiveError) -> Int {
        do throws(SystemError) { return try retrying(operation, path, call) } catch { throw .system(error) }
    }
}
