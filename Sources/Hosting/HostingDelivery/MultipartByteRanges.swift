// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The shape of a `multipart/byteranges` body (RFC 9110, 14.6).
package struct MultipartByteRanges: Equatable, Sendable {
    package struct Part: Equatable, Sendable {
        /// Delimiter and head of the part, with the empty line before its bytes.
        package let head: String
        package let range: Range<Int64>
    }

    package let parts: [Part]
    /// What follows the last part.
    package let end: String
    /// Bytes of the whole body.
    package let length: Int64
    /// The value of the response's `Content-Type`.
    package let contentType: String

    /// The boundary is 128 random bits by default, so that no content holds it but by a miracle.
    package init(
        ranges: [Range<Int64>], size: Int64, contentType: String,
        boundary: String = MultipartByteRanges.randomBoundary()
    ) {
        parts = ranges.enumerated().map { index, range in
            let head =
                (index == 0 ? "" : "\r\n") + "--\(boundary)\r\nContent-Type: \(contentType)\r\n"
                + "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)\r\n\r\n"
            return Part(head: head, range: range)
        }
        end = "\r\n--\(boundary)--\r\n"
        length = parts.reduce(Int64(end.utf8.count)) { $0 + Int64($1.head.utf8.count) + Int64($1.range.count) }
        self.contentType = "multipart/byteranges; boundary=\(boundary)"
    }

    /// 32 hexadecimal digits.
    package static func randomBoundary() -> String {
        (0..<2).map { _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
