// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HostingDelivery
import Testing

@Suite struct MultipartByteRangesTests {
    @Test func shape() {
        let parts = MultipartByteRanges(
            ranges: [0..<10, 20..<25], size: 100, contentType: "text/plain", boundary: "B")
        #expect(parts.contentType == "multipart/byteranges; boundary=B")
        let text = parts.parts[0].head + "0123456789" + parts.parts[1].head + "abcde" + parts.end
        #expect(
            text == "--B\r\nContent-Type: text/plain\r\nContent-Range: bytes 0-9/100\r\n\r\n0123456789\r\n"
                + "--B\r\nContent-Type: text/plain\r\nContent-Range: bytes 20-24/100\r\n\r\nabcde\r\n--B--\r\n")
        #expect(parts.length == Int64(text.utf8.count))
    }

    @Test func boundariesDiffer() {
        let first = MultipartByteRanges.randomBoundary()
        #expect(first.utf8.count == 32)
        #expect(first != MultipartByteRanges.randomBoundary())
    }
}
