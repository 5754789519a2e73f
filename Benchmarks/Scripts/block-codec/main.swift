// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// Encodes and decodes single blocks for scripts that compare them with other programs.
//
//     block-codec lzfse|lz4|zlib|lzma
//
// Standard input is a row of requests: one byte (`c` compress, `d` decompress), the plain size and the input's size as
// 32-bit little-endian numbers, the input. Each answer on standard output: the output's size (0xffffffff: not smaller, or
// refused), the CPU time of the call in nanoseconds as 64 bits, the output.

import AppleArchive
import Glibc

guard CommandLine.arguments.count == 2, let compression = Compression(rawValue: CommandLine.arguments[1]),
    compression != .none
else {
    _ = "usage: block-codec lzfse|lz4|zlib|lzma\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(64)
}
let encoder = BlockEncoder(compression)
let decoder = BlockDecoder(compression)

/// Reads exactly `count` bytes; false at the end of the input.
func readExactly(_ target: UnsafeMutableRawPointer, _ count: Int) -> Bool {
    var done = 0
    while done < count {
        let size = read(STDIN_FILENO, target + done, count - done)
        if size <= 0 { return false }
        done += size
    }
    return true
}

func writeAll(_ bytes: UnsafeRawBufferPointer) {
    var done = 0
    while done < bytes.count {
        guard let base = bytes.baseAddress else { return }
        let size = write(STDOUT_FILENO, base + done, bytes.count - done)
        if size <= 0 { exit(74) }
        done += size
    }
}

func processorTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

let head = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 8)
while let headStart = head.baseAddress, readExactly(headStart, 9) {
    let plainSize = Int(UInt32(littleEndian: head.loadUnaligned(fromByteOffset: 1, as: UInt32.self)))
    let inputSize = Int(UInt32(littleEndian: head.loadUnaligned(fromByteOffset: 5, as: UInt32.self)))
    let compresses = head[0] == UInt8(ascii: "c")
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: inputSize + 1, alignment: 16)
    let output = UnsafeMutableRawBufferPointer.allocate(byteCount: plainSize + 1, alignment: 16)
    defer {
        input.deallocate()
        output.deallocate()
    }
    guard let inputStart = input.baseAddress, readExactly(inputStart, inputSize) else { exit(65) }
    // Touched before the clock runs, as the output of any repeated call would be.
    output.initializeMemory(as: UInt8.self, repeating: 0)
    let source = UnsafeRawBufferPointer(rebasing: input[..<inputSize])
    let target = UnsafeMutableRawBufferPointer(rebasing: output[..<plainSize])
    let started = processorTime()
    var size: Int?
    if compresses {
        size = encoder.compress(source, into: target)
    } else {
        do {
            try decoder.decompress(source, into: target)
            size = plainSize
        } catch {
            size = nil
        }
    }
    let elapsed = processorTime() - started
    withUnsafeBytes(of: (size.map { UInt32($0) } ?? UInt32.max).littleEndian) { writeAll($0) }
    withUnsafeBytes(of: elapsed.littleEndian) { writeAll($0) }
    writeAll(UnsafeRawBufferPointer(rebasing: output[..<(size ?? 0)]))
}
