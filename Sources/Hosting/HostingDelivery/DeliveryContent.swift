// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes
package import NIOCore

/// The bytes of one representation that never changes: what a URL with a version serves, or a manifest as it is now.
package protocol DeliveryContent: Sendable {
    /// Bytes in all.
    var size: Int64 { get }
    /// A strong tag: other bytes have another one.
    var tag: EntityTag { get }

    /// Reads bytes that lie inside the content.
    ///
    /// - Returns: exactly `count` bytes.
    /// - Throws: `ContentError` when the bytes are no longer those that the tag stands for; the transfer is then cut.
    func read(at offset: Int64, count: Int) async throws(ContentError) -> ByteBuffer

    /// The same, where it can be done at once; nil where it takes longer.
    func readAtHand(at offset: Int64, count: Int) -> ByteBuffer?

    /// Who sends the bytes, where that can be told at once; nil where it takes longer.
    var senderAtHand: ContentSender? { get }

    /// Who sends the bytes of an answer to such a request in this process's place; nil where this process does.
    func handOver(for method: HTTPRequest.Method) async throws(ContentError) -> ContentHandOver?
}

extension DeliveryContent {
    package func readAtHand(at offset: Int64, count: Int) -> ByteBuffer? { nil }

    package var senderAtHand: ContentSender? { .process }

    package func handOver(for method: HTTPRequest.Method) async throws(ContentError) -> ContentHandOver? { nil }
}
