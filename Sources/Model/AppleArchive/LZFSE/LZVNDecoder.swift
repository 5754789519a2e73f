// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Decodes the payload of a `bvxn` block.
///
/// Each step has an opcode byte: how many literals follow it, how long a match is, and how its distance is written (one
/// byte more, 14 bits, two bytes more, or the distance before).
struct LZVNDecoder {
    /// What one opcode says.
    private struct Step {
        var literals = 0
        var length = 0
        /// 0: as before.
        var distance = 0
        var opcodeSize = 1
    }

    private var distance = 0
    private(set) var isAtEnd = false

    init() {}

    /// Decodes steps until the end mark, the end of `source`, or a step finds no room or is not wholly there. Moves
    /// `source` and `window` on. `isLast` says that no more source follows.
    mutating func decode(
        _ source: inout UnsafeRawBufferPointer, _ window: inout DecodeWindow, isLast: Bool
    ) throws(ArchiveError) {
        guard var place = source.baseAddress else { return }
        let end = place + source.count
        while !isAtEnd, place < end {
            let available = end - place
            // The longest opcode has three bytes; the end mark has eight.
            guard available >= 3 || isLast else { break }
            let opcode = place.load(as: UInt8.self)
            if opcode == 0x06 {
                guard available >= 8 else {
                    if isLast { throw .corruptPayload(.lzfse, reason: "the end mark of an LZVN block is cut off") }
                    break
                }
                place += 8
                isAtEnd = true
                break
            }
            if opcode == 0x0e || opcode == 0x16 {
                place += 1
                continue
            }
            let step = try Self.read(opcode, place, available)
            guard step.opcodeSize + step.literals <= available else {
                if isLast { throw .corruptPayload(.lzfse, reason: "an LZVN block is cut off") }
                break
            }
            let room = window.end - window.position
            guard step.literals + step.length <= room else { break }
            let literals = place + step.opcodeSize
            if step.literals > 0 {
                window.position.copyMemory(from: literals, byteCount: step.literals)
                window.position += step.literals
            }
            if step.length > 0 {
                if step.distance > 0 { distance = step.distance }
                guard distance > 0, distance <= window.position - window.start else {
                    throw .corruptPayload(.lzfse, reason: "a match of an LZVN block begins before the data")
                }
                if window.end - window.position >= step.length + 32 {
                    Bytes.repeatLoosely(window.position, distance, step.length)
                } else {
                    Bytes.repeatExactly(window.position, distance, step.length)
                }
                window.position += step.length
            }
            place = literals + step.literals
        }
        source = UnsafeRawBufferPointer(start: place, count: end - place)
    }

    private static func read(_ opcode: UInt8, _ place: UnsafeRawPointer, _ available: Int) throws(ArchiveError) -> Step
    {
        let value = Int(opcode)
        func byte(_ index: Int) throws(ArchiveError) -> Int {
            guard index < available else { throw .corruptPayload(.lzfse, reason: "an LZVN block is cut off") }
            return Int(place.load(fromByteOffset: index, as: UInt8.self))
        }
        switch opcode {
        case 0xf0: return Step(length: try byte(1) + 16, opcodeSize: 2)
        case 0xf1...: return Step(length: value & 15)
        case 0xe0: return Step(literals: try byte(1) + 16, opcodeSize: 2)
        case 0xe1...: return Step(literals: value & 15)
        case 0x70...0x7f, 0xd0...0xdf: break
        case 0xa0...0xbf:
            let more = try byte(1) | (try byte(2)) << 8
            return try checked(
                Step(
                    literals: value >> 3 & 3, length: ((value & 7) << 2 | (more & 3)) + 3, distance: more >> 2,
                    opcodeSize: 3))
        default:
            let literals = value >> 6
            let length = (value >> 3 & 7) + 3
            switch value & 7 {
            case 6:
                // Without literals these are the end mark, no-operations and nothing.
                if literals > 0 { return Step(literals: literals, length: length) }
            case 7:
                let distance = try byte(1) | (try byte(2)) << 8
                return try checked(
                    Step(literals: literals, length: length, distance: distance, opcodeSize: 3))
            default:
                let distance = (value & 7) << 8 | (try byte(1))
                return try checked(
                    Step(literals: literals, length: length, distance: distance, opcodeSize: 2))
            }
        }
        throw .corruptPayload(.lzfse, reason: "an LZVN block holds an opcode that does not exist")
    }

    private static func checked(_ step: Step) throws(ArchiveError) -> Step {
        guard step.distance > 0 else {
            throw .corruptPayload(.lzfse, reason: "a match of an LZVN block has distance 0")
        }
        return step
    }
}
