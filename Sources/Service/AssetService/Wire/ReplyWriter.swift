// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import ServiceInterface
internal import Varlink

/// Writes the replies to one call; nothing is written for a `oneway` call.
struct ReplyWriter: Sendable {
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private let oneway: Bool

    init(outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>, oneway: Bool) {
        self.outbound = outbound
        self.oneway = oneway
    }

    func reply(_ parameters: some Encodable, continues: Bool = false) async throws {
        try await write(VarlinkReply.encode(parameters, continues: continues))
    }

    func fail(_ name: String, _ parameters: some Encodable) async throws {
        try await write(VarlinkReply.encode(error: name, parameters: parameters))
    }

    private func write(_ bytes: [UInt8]) async throws {
        guard !oneway else { return }
        try await outbound.write(ByteBuffer(bytes: bytes))
    }
}
