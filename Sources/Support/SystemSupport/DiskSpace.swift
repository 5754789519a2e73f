// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims

/// The room on the disk that a folder lies on. Some of it is left to everybody else: a disk that is full to its last
/// byte stops the database and the log, too.
package struct DiskSpace: Equatable, Sendable {
    /// Bytes that are not used up unless a caller says otherwise.
    package static let reserve: Int64 = 16 << 20

    /// Bytes that this user may still write; nil where the file system does not tell.
    package let available: Int64?
    /// Bytes of the whole disk; nil where the file system does not tell.
    package let capacity: Int64?
    private let reserve: Int64

    package init(available: Int64?, capacity: Int64?, reserve: Int64 = DiskSpace.reserve) {
        self.available = available
        self.capacity = capacity
        self.reserve = reserve
    }

    /// What the file system tells now.
    package init(of folder: borrowing Directory, reserve: Int64 = DiskSpace.reserve) {
        let descriptor = folder.descriptor.rawValue
        let available = ba_available_bytes(descriptor)
        let capacity = ba_capacity_bytes(descriptor)
        self.init(
            available: available < 0 ? nil : available, capacity: capacity < 0 ? nil : capacity, reserve: reserve)
    }

    /// What the file system tells now; nil when there is no folder at `path`, or none that may be looked at.
    package init?(at path: String) {
        guard let folder = try? Directory(opening: path) else { return nil }
        self.init(of: folder)
    }

    /// Bytes that may be written with the reserve left over; nil where the file system does not tell.
    package var usable: Int64? { available.map { max(0, $0 - reserve) } }

    /// What `count` more bytes and the reserve come to; counts from outside may be of any size.
    package func total(for count: Int64) -> Int64 {
        let (sum, overflows) = count.addingReportingOverflow(reserve)
        return overflows ? .max : sum
    }

    /// Whether `count` more bytes find room now.
    package func hasRoom(for count: Int64) -> Bool { available.map { total(for: count) <= $0 } ?? true }

    /// Whether `count` bytes could find room if the disk were empty.
    package func couldHold(_ count: Int64) -> Bool { capacity.map { total(for: count) <= $0 } ?? true }
}
