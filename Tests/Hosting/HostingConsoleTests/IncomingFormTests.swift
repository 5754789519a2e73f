// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import HostingConsole

@Suite("A form with a file, as it comes") struct IncomingFormTests {
    private let type = "multipart/form-data; boundary=B"

    private func field(_ name: String, _ value: String) -> String {
        "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }

    private func file(_ content: String) -> String {
        "--B\r\nContent-Disposition: form-data; name=\"archive\"; filename=\"a.aar\"\r\n\r\n\(content)\r\n"
    }

    /// - `length`: as its head tells; nil for none.
    private func form(_ text: String, type: String? = nil, length: Int?? = nil) throws -> IncomingForm {
        var headers = HTTPFields()
        headers[.contentType] = type ?? self.type
        headers[.contentLength] = (length ?? text.utf8.count).map { "\($0)" }
        let (body, source) = RequestBody.makeStream()
        let request = Request(
            head: HTTPRequest(method: .post, scheme: "https", authority: "a", path: "/", headerFields: headers),
            body: body)
        // In small pieces.
        Task {
            var rest = ByteBuffer(string: text)
            let size = rest.readableBytes > 10_000 ? 1_000 : 1
            while let piece = rest.readSlice(length: min(size, rest.readableBytes)), piece.readableBytes > 0 {
                await source.yield(piece)
            }
            source.finish()
        }
        return try IncomingForm(request)
    }

    private func status(_ body: () async throws -> Void) async -> Int? {
        do { try await body() } catch { return (error as? ConsoleFailure)?.status.code }
        return nil
    }

    @Test("Its fields come first, then its file, whose size is known, in pieces as they are wanted") func all()
        async throws
    {
        let content = "some bytes\r\n--\r\nand more"
        var form = try form(field("token", "t") + field("other", "é") + file(content) + "--B--\r\n")
        let found = try #require(try await form.file())
        #expect(found == IncomingFile(name: "a.aar", size: Int64(content.utf8.count)))
        #expect(form.fields["token"] == "t" && form.fields["other"] == "é")
        var bytes = ByteBuffer()
        while let more = try await form.bytes(atMost: 3) {
            #expect((1...3).contains(more.readableBytes))
            bytes.writeImmutableBuffer(more)
        }
        #expect(String(buffer: bytes) == content)
        try await form.end()
        #expect(try await form.bytes(atMost: 1) == nil)
    }

    @Test("One without a file has fields alone") func noFile() async throws {
        var form = try form(field("token", "t") + "--B--\r\n")
        #expect(try await form.file() == nil)
        #expect(form.fields["token"] == "t")
    }

    @Test("A field or a file behind the file makes it no file of that size") func behind() async throws {
        for more in [field("a", "b"), file("x")] {
            var form = try form(file("bytes") + more + "--B--\r\n")
            let found = try #require(try await form.file())
            #expect(found.size > 5)
            var size: Int64 = 0
            while let bytes = try await form.bytes(atMost: 100) { size += Int64(bytes.readableBytes) }
            #expect(size == 5)
            #expect(await status { try await form.end() } == 400)
        }
    }

    @Test("What is none, says no length or breaks off is refused") func broken() async throws {
        #expect(await status { _ = try form("", type: "text/plain") } == 400)
        #expect(await status { _ = try form("", type: "multipart/form-data") } == 400)
        #expect(await status { _ = try form("--B--", length: .some(nil)) } == 411)
        #expect(await status { _ = try form("--B--", length: -1) } == 411)
        var empty = try form("--B\r\n")
        #expect(await status { _ = try await empty.file() } == 400)
        var short = try form(file("x"), length: 10)
        #expect(await status { _ = try await short.file() } == 400)
        var cut = try form(file("more bytes than its end would have"))
        _ = try await cut.file()
        #expect(await status { while try await cut.bytes(atMost: 100) != nil {} } == 400)
        var nul = try form(field("a", "\0") + "--B--\r\n")
        #expect(await status { _ = try await nul.file() } == 400)
    }

    @Test("Its fields have an end") func floods() async throws {
        var long = try form(field("a", String(repeating: "b", count: 300_000)) + "--B--\r\n")
        #expect(await status { _ = try await long.file() } == 413)
    }
}
