// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A tar archive that is made entry by entry, wrong ones too: what no tar program would write.
///
/// ```
/// var tar = TarSample()
/// tar.add("Game.app/Info.plist", text)
/// tar.add("../../evil", "x")
/// try folder.write(tar.bytes, to: "Game.tar")
/// ```
package struct TarSample: Sendable {
    private var content: [UInt8] = []

    package init() {}

    /// The archive, with its end marker.
    package var bytes: [UInt8] { content + [UInt8](repeating: 0, count: 1024) }

    /// The archive as far as it goes.
    package var bytesWithoutEnd: [UInt8] { content }

    /// Adds an entry of any kind. `size` stands in its header, whatever the data is.
    package mutating func add(
        _ path: [UInt8], _ data: [UInt8] = [], mode: UInt16 = 0o644, type: Character = "0", link: String = "",
        size: String? = nil
    ) {
        if path.count > 100 { addSupplement("L", path + [0]) }
        if link.utf8.count > 100 { addSupplement("K", Array(link.utf8) + [0]) }
        addBlock(path, data, mode: mode, type: type, link: Array(link.utf8), size: size)
    }

    package mutating func add(
        _ path: String, _ data: [UInt8] = [], mode: UInt16 = 0o644, type: Character = "0", link: String = "",
        size: String? = nil
    ) { add(Array(path.utf8), data, mode: mode, type: type, link: link, size: size) }

    package mutating func add(_ path: String, _ text: String, mode: UInt16 = 0o644) {
        add(path, Array(text.utf8), mode: mode)
    }

    package mutating func addFolder(_ path: String) { add(path, mode: 0o755, type: "5") }

    package mutating func addLink(_ path: String, to target: String) { add(path, type: "2", link: target) }

    /// Adds a pax extended header (`global`: for all entries) with these records.
    package mutating func addPax(_ records: [(key: String, value: String)], global: Bool = false) {
        var body: [UInt8] = []
        for record in records {
            let rest = " \(record.key)=\(record.value)\n"
            var length = rest.utf8.count
            while String(length).utf8.count + rest.utf8.count != length {
                length = String(length).utf8.count + rest.utf8.count
            }
            body += Array("\(length)\(rest)".utf8)
        }
        addSupplement(global ? "g" : "x", body)
    }

    /// Adds bytes as they are.
    package mutating func addRaw(_ bytes: [UInt8]) { content += bytes }

    private mutating func addSupplement(_ type: Character, _ body: [UInt8]) {
        addBlock(Array("././@Extension".utf8), body, mode: 0o644, type: type, link: [], size: nil)
    }

    private mutating func addBlock(
        _ path: [UInt8], _ data: [UInt8], mode: UInt16, type: Character, link: [UInt8], size: String?
    ) {
        var block = [UInt8](repeating: 0, count: 512)
        func put(_ bytes: some Sequence<UInt8>, at offset: Int, limit: Int) {
            for (index, byte) in bytes.prefix(limit).enumerated() { block[offset + index] = byte }
        }
        func octal(_ value: Int, digits: Int) -> String {
            let text = String(value, radix: 8)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        put(path, at: 0, limit: 100)
        put(octal(Int(mode), digits: 7).utf8, at: 100, limit: 8)
        put("0000000\00000000\0".utf8, at: 108, limit: 16)
        put((size ?? octal(data.count, digits: 11)).utf8, at: 124, limit: 12)
        put("00000000000".utf8, at: 136, limit: 12)
        put("        ".utf8, at: 148, limit: 8)
        block[156] = type.asciiValue ?? 0
        put(link, at: 157, limit: 100)
        put("ustar\00000".utf8, at: 257, limit: 8)
        let sum = block.reduce(0) { $0 + Int($1) }
        put((octal(sum, digits: 6) + "\0 ").utf8, at: 148, limit: 8)
        content += block + data
        content += [UInt8](repeating: 0, count: (512 - data.count % 512) % 512)
    }
}
