// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import NIOCore

extension ByteBuffer {
    /// Writes the head of an answer as HTTP/1.1 has it (RFC 9112, 4 and 5), with the empty line.
    ///
    /// What fields hold was looked at when they were made: a line end, by which there would be another one, is in none.
    mutating func writeHTTP1Head(of response: PromptResponse) {
        switch response.status {
        case .ok: writeStaticString("HTTP/1.1 200 OK\r\n")
        case .partialContent: writeStaticString("HTTP/1.1 206 Partial Content\r\n")
        case .notModified: writeStaticString("HTTP/1.1 304 Not Modified\r\n")
        default: writeString("HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)\r\n")
        }
        for field in response.fields {
            writeString(field.name.rawName)
            writeStaticString(": ")
            writeString(field.value)
            writeStaticString("\r\n")
        }
        writeStaticString("\r\n")
    }
}
