// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemSupport

/// An open file that an archive is written to.
final class OutputFile {
    private let descriptor: OwnedDescriptor
    private let name: String

    init(descriptor: consuming OwnedDescriptor, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Writes all of `bytes` at the current position.
    func write(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
        try Self.write(bytes, to: descriptor.rawValue, name)
    }

    /// Writes all of `bytes`, however many calls that takes.
    static func write(_ bytes: UnsafeRawBufferPointer, to number: Int32, _ name: String) throws(ArchiveError) {
        var rest = bytes
        while !rest.isEmpty {
            let count: Int
            do throws(SystemError) {
                count = try retrying("write", name) { Glibc.write(number, rest.baseAddress, rest.count) }
            } catch {
                throw .system(error)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}
