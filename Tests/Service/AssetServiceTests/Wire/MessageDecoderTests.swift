// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import Testing
import Varlink

@testable import AssetService

@Suite struct MessageDecoderTests {
    private func channel() throws -> EmbeddedChannel {
        EmbeddedChannel(handler: ByteToMessageHandler(MessageDecoder()))
    }

    private func texts(_ channel: EmbeddedChannel) throws -> [String] {
        var texts: [String] = []
        while let message = try channel.readInbound(as: ByteBuffer.self) { texts.append(String(buffer: message)) }
        return texts
    }

    /// In place of `writeInbound`, which returns what there is by now: of an array that nobody takes the optimizer (Swift 6.3.1)
    /// drops the elements of a `CircularBuffer`, and releases them all the same.
    private func write(_ bytes: ByteBuffer, to channel: EmbeddedChannel) {
        channel.pipeline.syncOperations.fireChannelRead(NIOAny(bytes))
        channel.pipeline.syncOperations.fireChannelReadComplete()
    }

    @Test func messagesEndWithANullByteWhereverTheyAreCut() throws {
        let bytes = Array("{\"a\":1}\0{}\0\0x\0".utf8)
        for size in 1...bytes.count {
            let channel = try channel()
            for start in stride(from: 0, to: bytes.count, by: size) {
                write(ByteBuffer(bytes: bytes[start..<min(start + size, bytes.count)]), to: channel)
            }
            #expect(try texts(channel) == ["{\"a\":1}", "{}", "", "x"])
            _ = try channel.finish()
        }
    }

    @Test func whatHasNoEndIsNoMessage() throws {
        let channel = try channel()
        write(ByteBuffer(string: "{}\0{\"half\""), to: channel)
        #expect(try texts(channel) == ["{}"])
        _ = try channel.finish(acceptAlreadyClosed: true)
        #expect(try texts(channel) == [])
    }

    @Test func aMessageThatIsTooLargeIsRefusedBeforeItIsWhole() throws {
        let channel = try channel()
        let piece = ByteBuffer(repeating: UInt8(ascii: "x"), count: 1 << 18)
        let error = #expect(throws: VarlinkError.self) {
            for _ in 0..<8 { try channel.writeInbound(piece) }
        }
        #expect(error == .messageTooLarge(limit: MessageDecoder.limit))
    }

    @Test func theLargestMessageIsTaken() throws {
        let channel = try channel()
        var message = ByteBuffer(repeating: UInt8(ascii: "x"), count: MessageDecoder.limit)
        message.writeInteger(UInt8(0))
        write(message, to: channel)
        #expect(try texts(channel).first?.utf8.count == MessageDecoder.limit)
        _ = try channel.finish()
    }
}
