// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import Varlink

/// Splits what a client sends into messages; a longer one than allowed closes the connection.
struct MessageDecoder: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    /// Bytes of the largest call. Calls are small; only certificates and paths make them grow.
    static let limit = 1 << 20

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let end = buffer.readableBytesView.firstIndex(of: 0) else {
            guard buffer.readableBytes <= Self.limit else { throw VarlinkError.messageTooLarge(limit: Self.limit) }
            return .needMoreData
        }
        let length = end - buffer.readerIndex
        guard length <= Self.limit, let message = buffer.readSlice(length: length) else {
            throw VarlinkError.messageTooLarge(limit: Self.limit)
        }
        buffer.moveReaderIndex(forwardBy: 1)
        context.fireChannelRead(wrapInboundOut(message))
        return .continue
    }

    mutating func decodeLast(
        context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
    ) throws -> DecodingState {
        while try decode(context: context, buffer: &buffer) == .continue {}
        return .needMoreData
    }
}
