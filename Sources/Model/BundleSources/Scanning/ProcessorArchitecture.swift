// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A kind of processor, by the name that `uname -m` has for it.
package enum ProcessorArchitecture: String, CaseIterable, Sendable {
    case x86 = "i686"
    case amd64 = "x86_64"
    case arm = "armv7l"
    case arm64 = "aarch64"
    case riscv64

    /// Bytes at the beginning of a program that tell.
    package static let headerLength = 20

    /// What a program runs on.
    ///
    /// - `header`: how it begins; nil for what is no ELF file (System V ABI, chapter 4), or one for a processor that has no name
    ///   here.
    package init?(header: [UInt8]) {
        guard header.count >= Self.headerLength, header.starts(with: [0x7f, 0x45, 0x4c, 0x46]) else { return nil }
        // The byte order is that of the processor.
        let isBigEndian = header[5] == 2
        let machine = isBigEndian ? Int(header[18]) << 8 | Int(header[19]) : Int(header[19]) << 8 | Int(header[18])
        switch machine {
        case 3: self = .x86
        case 62: self = .amd64
        case 40: self = .arm
        case 183: self = .arm64
        case 243 where header[4] == 2: self = .riscv64
        default: return nil
        }
    }
}
