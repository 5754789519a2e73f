// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Reads the challenges in one header (RFC 9110, 11.6.1). A comma stands between challenges as well as between the
/// parameters of one: what follows a name tells which it is.
struct HTTPChallengeParser {
    /// Bytes of the largest header that is read.
    static let largestField = 8192

    private let bytes: [UInt8]
    private var position = 0

    init(_ field: String) { bytes = Array(field.utf8) }

    mutating func parse() -> [HTTPChallenge] {
        var challenges: [HTTPChallenge] = []
        skipSeparators()
        while let scheme = token() {
            var challenge = HTTPChallenge(scheme: scheme.lowercased())
            if skipSpaces() > 0 {
                if let value = token68() { challenge.token = value } else { readParameters(into: &challenge) }
            }
            challenges.append(challenge)
            guard isAtEnd || bytes[position] == UInt8(ascii: ",") else { break }
            skipSeparators()
        }
        return challenges
    }

    private var isAtEnd: Bool { position == bytes.count }

    /// Name and value, and so on, until a name has no value: it is the next challenge's scheme.
    private mutating func readParameters(into challenge: inout HTTPChallenge) {
        while true {
            let start = position
            guard let name = token() else { return }
            skipSpaces()
            guard take(UInt8(ascii: "=")) else {
                position = start
                return
            }
            skipSpaces()
            guard let value = take(UInt8(ascii: "\"")) ? quoted() : token() else {
                position = start
                return
            }
            // The first one counts: a second one is somebody's addition.
            let key = name.lowercased()
            if challenge.parameters[key] == nil { challenge.parameters[key] = value }
            skipSpaces()
            let end = position
            guard !isAtEnd, bytes[position] == UInt8(ascii: ",") else { return }
            skipSeparators()
            let next = position
            guard token() != nil, skipSpaces() >= 0, !isAtEnd, bytes[position] == UInt8(ascii: "=") else {
                position = end
                return
            }
            position = next
        }
    }

    private mutating func token() -> String? {
        let start = position
        while position < bytes.count, HTTPField.isTokenByte(bytes[position]) { position += 1 }
        return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Base64 and the like, which nothing but a comma may follow.
    private mutating func token68() -> String? {
        let start = position
        func isPart(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._~+/".utf8.contains(byte)
            }
        }
        while position < bytes.count, isPart(bytes[position]) { position += 1 }
        let count = position - start
        while position < bytes.count, bytes[position] == UInt8(ascii: "=") { position += 1 }
        let end = position
        skipSpaces()
        guard count > 0, isAtEnd || bytes[position] == UInt8(ascii: ",") else {
            position = start
            return nil
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// The rest of a quoted text.
    private mutating func quoted() -> String? {
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard position < bytes.count else { return nil }
                text.append(bytes[position])
                position += 1
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    @discardableResult private mutating func skipSpaces() -> Int {
        let start = position
        while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
        return position - start
    }

    private mutating func skipSeparators() {
        repeat { skipSpaces() } while take(UInt8(ascii: ","))
    }
}
