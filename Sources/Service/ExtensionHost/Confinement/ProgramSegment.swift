// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A program header of an ELF file.
struct ProgramSegment: Equatable, Sendable {
    let kind: UInt32
    /// In the file.
    let offset: UInt64
    /// In memory.
    let address: UInt64
    /// Bytes in the file.
    let size: UInt64

    /// - `place`: where it begins among the headers.
    init?(_ headers: LittleEndianReader, at place: Int) {
        guard let kind = headers.word32(at: place), let offset = headers.word64(at: place + 8),
            let address = headers.word64(at: place + 16), let size = headers.word64(at: place + 32)
        else { return nil }
        self.kind = kind
        self.offset = offset
        self.address = address
        self.size = size
    }

    /// Where in the file lies what is at an address in memory; nil when it is not of this segment.
    func offset(ofAddress wanted: UInt64) -> UInt64? {
        guard wanted >= address, wanted - address < size else { return nil }
        let (sum, overflows) = offset.addingReportingOverflow(wanted - address)
        return overflows ? nil : sum
    }
}
