// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Decompresses a stream that comes in pieces, with bounded memory, and checks it by the checksums that it carries.
protocol StreamDecompressor: AnyObject {
    typealias Consumer = (UnsafeRawBufferPointer) throws -> Void

    /// Takes the next bytes and hands over what they make. Throws `BundleSourceError`, or what the consumer throws.
    func feed(_ bytes: UnsafeRawBufferPointer, _ consumer: Consumer) throws

    /// Says that the stream has ended; throws `truncated` in the middle of it.
    func finish(_ consumer: Consumer) throws
}
