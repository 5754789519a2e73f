// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

@testable import BundleSources

@Suite struct ProcessorArchitectureTests {
    @Test func ofThisProgram() throws {
        let program = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/exe"))
        let header = Array(try program.read(upToCount: ProcessorArchitecture.headerLength) ?? Data())
        #if arch(x86_64)
        #expect(ProcessorArchitecture(header: header) == .amd64)
        #elseif arch(arm64)
        #expect(ProcessorArchitecture(header: header) == .arm64)
        #endif
    }

    /// An ELF header as far as it tells: 32 or 64 bits, the byte order, and the machine.
    private func header(bits: UInt8, order: UInt8, _ machine: [UInt8]) -> [UInt8] {
        [0x7f, 0x45, 0x4c, 0x46, bits, order, 1] + [UInt8](repeating: 0, count: 11) + machine
    }

    @Test(
        arguments: [
            ([3, 0], 1, 1, .x86), ([62, 0], 2, 1, .amd64), ([40, 0], 1, 1, .arm), ([183, 0], 2, 1, .arm64),
            ([0, 183], 2, 2, .arm64), ([243, 0], 2, 1, .riscv64), ([243, 0], 1, 1, nil), ([99, 9], 2, 1, nil),
        ] as [([UInt8], UInt8, UInt8, ProcessorArchitecture?)])
    func byTheirHeaders(
        _ machine: [UInt8], _ bits: UInt8, _ order: UInt8, _ architecture: ProcessorArchitecture?
    ) {
        #expect(ProcessorArchitecture(header: header(bits: bits, order: order, machine)) == architecture)
    }

    @Test func whatIsNoProgram() {
        #expect(ProcessorArchitecture(header: Array("#!/bin/sh\nexec true\n".utf8)) == nil)
        #expect(ProcessorArchitecture(header: []) == nil)
        #expect(ProcessorArchitecture(header: Array(header(bits: 2, order: 1, [62, 0]).dropLast())) == nil)
    }
}
