// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import SystemSupport

/// A mapped generation of an app's namespace: which local pack has which path.
///
/// It is the same for as long as the value lives, which also pins every file that it names. A lookup touches a slot and
/// a record, and allocates nothing.
///
/// Everything that comes out of the file is checked against its bounds; a damaged file gives `malformed`, never a trap.
// @unchecked Sendable: `memory` is never written to after `init`, and only `deinit` frees it.
package final class Namespace: @unchecked Sendable {
    /// Rises with each namespace of an app.
    package let generation: UInt64
    /// How many packs it names.
    package let packCount: Int
    /// How many different paths it has, folders included.
    package let pathCount: Int

    let memory: UnsafeRawBufferPointer
    let header: NamespaceHeader
    let path: String
    /// The mapped file; nil when it is in memory only.
    private let file: FileIdentity?
    private let pin: NamespacePin?

    /// Opens, pins and maps the newest generation in the folder of an app's packs.
    ///
    /// - Throws: `missing`, `unknownMajorVersion`, `malformed`, `busy`, `system`.
    package convenience init(in folder: borrowing Directory) throws(NamespaceError) {
        try self.init(pin: NamespacePin(in: folder))
    }

    /// Maps what a pin holds.
    package init(pin: consuming NamespacePin) throws(NamespaceError) {
        path = pin.path
        let size: Int64
        do throws(SystemError) {
            let status = try pin.descriptor.status(subject: path)
            size = status.kind == .file ? status.size : 0
            file = status.identity
        } catch { throw .system(error) }
        guard size >= NamespaceLayout.headerSize, size <= Int64(1) << 40 else {
            throw .malformed(reason: "it has \(size) bytes", file: path)
        }
        let number = pin.descriptor.rawValue
        var base: UnsafeMutableRawPointer?
        do throws(SystemError) {
            try retrying("map", path) {
                base = mmap(nil, Int(size), PROT_READ, MAP_SHARED, number, 0)
                return base == MAP_FAILED ? -1 : 0
            }
        } catch { throw .system(error) }
        memory = UnsafeRawBufferPointer(start: base, count: Int(size))
        do throws(NamespaceError) {
            header = try NamespaceHeader(memory, file: path)
        } catch {
            munmap(base, Int(size))
            throw error
        }
        generation = header.generation
        packCount = header.packCount
        pathCount = header.pathCount
        self.pin = consume pin
    }

    /// Reads a namespace that is in memory; it pins nothing.
    package init(bytes: [UInt8], path: String = "a namespace") throws(NamespaceError) {
        self.path = path
        guard bytes.count >= NamespaceLayout.headerSize else {
            throw .malformed(reason: "it has \(bytes.count) bytes", file: path)
        }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
        copy.copyBytes(from: bytes)
        memory = UnsafeRawBufferPointer(copy)
        do throws(NamespaceError) {
            header = try NamespaceHeader(memory, file: path)
        } catch {
            copy.deallocate()
            throw error
        }
        generation = header.generation
        packCount = header.packCount
        pathCount = header.pathCount
        file = nil
        pin = nil
    }

    deinit {
        if file != nil, let base = memory.baseAddress {
            munmap(UnsafeMutableRawPointer(mutating: base), memory.count)
        } else {
            memory.deallocate()
        }
    }

    /// Whether this generation is what stands as `namespace` in the folder of the app's packs now. One system call.
    package func isNewest(in folder: borrowing Directory) -> Bool {
        guard let file else { return false }
        var status = stat()
        guard fstatat(folder.descriptor.rawValue, NamespaceFolder.currentName, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            return false
        }
        return FileStatus(status).identity == file
    }

    func damaged(_ reason: String) -> NamespaceError { .malformed(reason: reason, file: path) }

    /// A number in the file; the caller has checked that it lies inside.
    func load<Value: FixedWidthInteger>(_ offset: Int, as type: Value.Type) -> Value {
        Value(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: type))
    }

    /// A piece of the file, or nil when it does not lie in `section`.
    func slice(_ offset: Int, _ count: Int, in section: Range<Int>) -> UnsafeRawBufferPointer? {
        guard offset >= section.lowerBound, count >= 0, offset <= section.upperBound,
            count <= section.upperBound - offset
        else { return nil }
        return UnsafeRawBufferPointer(rebasing: memory[offset..<offset + count])
    }
}
