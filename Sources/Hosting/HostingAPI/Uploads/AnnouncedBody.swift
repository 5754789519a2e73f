// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import HTTPTypes
internal import HostingModel
internal import HostingStorage
internal import Hummingbird
internal import NIOCore
internal import SystemSupport

/// The body of a part, which fails at its end when it is not what its `Content-MD5` has announced (RFC 1864): what was damaged on its
/// way has not arrived then.
struct AnnouncedBody: AsyncSequence, Sendable {
    private let body: Hummingbird.RequestBody
    private let number: Int
    private let announced: String

    /// - `number`: that of the part.
    /// - Returns: nil for what announces nothing.
    /// - Throws: for what is no MD5.
    init?(_ body: Hummingbird.RequestBody, ofPart number: Int, _ fields: HTTPFields) throws(APIFailure) {
        guard let name = HTTPField.Name("Content-MD5"), let text = fields[name] else { return nil }
        guard let digest = Data(base64Encoded: text), digest.count == Insecure.MD5.byteCount else {
            throw APIFailure(.partDigestInvalid("Content-MD5 is '\(text.prefix(80))', which is no MD5 in Base64"))
        }
        self.body = body
        self.number = number
        announced = Hexadecimal.text(Array(digest))
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(base: body.makeAsyncIterator(), number: number, announced: announced)
    }

    struct Iterator: AsyncIteratorProtocol {
        private var base: Hummingbird.RequestBody.AsyncIterator
        private let number: Int
        private let announced: String
        private var digest = Insecure.MD5()

        fileprivate init(base: Hummingbird.RequestBody.AsyncIterator, number: Int, announced: String) {
            self.base = base
            self.number = number
            self.announced = announced
        }

        mutating func next() async throws -> ByteBuffer? {
            guard let buffer = try await base.next() else {
                let found = Hexadecimal.text(Array(digest.finalize()))
                guard found == announced else {
                    throw StorageError.refused(.partDiffers(number: number, announced: announced, found: found))
                }
                return nil
            }
            digest.update(data: buffer.readableBytesView)
            return buffer
        }
    }
}
