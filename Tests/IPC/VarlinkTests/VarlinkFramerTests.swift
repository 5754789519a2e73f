// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing
import Varlink

@Suite struct VarlinkFramerTests {
    @Test(arguments: [1, 2, 3, 7, 1_000])
    func piecesOfAnySizeGiveTheSameMessages(_ size: Int) throws {
        let bytes = Array("one\0\0two and three\0rest".utf8)
        var framer = VarlinkFramer()
        var messages: [String] = []
        var start = 0
        while start < bytes.count {
            framer.append(bytes[start..<min(start + size, bytes.count)])
            start += size
            while let message = try framer.next() { messages.append(String(decoding: message, as: UTF8.self)) }
        }
        #expect(messages == ["one", "", "two and three"])
    }

    @Test func theLimitHolds() throws {
        var framer = VarlinkFramer(limit: 3)
        framer.append("abc\0".utf8)
        #expect(try framer.next() == Array("abc".utf8))
        framer.append("abcd".utf8)
        #expect(throws: VarlinkError.messageTooLarge(limit: 3)) { try framer.next() }
        var other = VarlinkFramer(limit: 3)
        other.append("abcd\0".utf8)
        #expect(throws: VarlinkError.messageTooLarge(limit: 3)) { try other.next() }
    }
}
