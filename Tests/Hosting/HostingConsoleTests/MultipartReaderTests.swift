// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import HostingConsole

@Suite("Forms that have files, taken apart") struct MultipartReaderTests {
    /// What a text of a form says, with the bytes of each part together.
    private enum Said: Equatable {
        case part(String, file: String?, String)
        case end
    }

    /// - `size`: of the pieces in which it comes.
    private func read(_ text: String, boundary: String = "B", by size: Int = .max) throws -> [Said] {
        var reader = try MultipartReader(boundary: boundary)
        var (said, head, bytes): ([Said], MultipartHead?, ByteBuffer) = ([], nil, ByteBuffer())
        var rest = ByteBuffer(string: text)
        while true {
            while let event = try reader.next() {
                switch event {
                case .part(let found): (head, bytes) = (found, ByteBuffer())
                case .bytes(let more):
                    #expect(more.readableBytes > 0)
                    bytes.writeImmutableBuffer(more)
                case .partEnd:
                    let found = try #require(head)
                    said.append(.part(found.name, file: found.fileName, String(buffer: bytes)))
                case .end: said.append(.end)
                }
            }
            guard let piece = rest.readSlice(length: min(size, rest.readableBytes)), piece.readableBytes > 0 else {
                break
            }
            reader.append(piece)
        }
        try reader.finish()
        return said
    }

    private func part(_ rest: String, _ content: String) -> String {
        "--B\r\nContent-Disposition: form-data; \(rest)\r\n\r\n\(content)\r\n"
    }

    @Test("In whatever pieces it comes, fields and files are what was sent", arguments: [1, 2, 3, 7, 64, .max])
    func pieces(_ size: Int) throws {
        // What looks like a boundary and is none.
        let content = "\r\n--\r\n--A\r\n-\r\r\n--"
        let text =
            part(#"name="token""#, "secret") + part(#"name="empty""#, "")
            + part("name=\"file\"; filename=\"a%22;=b.aar\"\r\nContent-Type: application/octet-stream", content)
            + "--B--\r\n"
        #expect(
            try read(text, by: size) == [
                .part("token", file: nil, "secret"), .part("empty", file: nil, ""),
                .part("file", file: "a\";=b.aar", content), .end,
            ])
        #expect(try read(text + "an epilogue, --B\r\n of nobody", by: size).last == .end)
        #expect(try read("--B--", by: size) == [.end])
    }

    @Test("Where a part begins in the form is told, and how long the end of it is") func positions() throws {
        var reader = try MultipartReader(boundary: "boundary")
        let head = "--boundary\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\n"
        let end = "\r\n--boundary--\r\n"
        reader.append(ByteBuffer(string: head + "12345" + end))
        #expect(try reader.next() == .part(MultipartHead(name: "f", fileName: "a")))
        #expect(reader.position == head.utf8.count && reader.endSize == end.utf8.count)
    }

    @Test(
        "A form that is cut is told, wherever that is",
        arguments: 0..<"--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nbytes\r\n--B--".utf8.count)
    func cut(_ size: Int) throws {
        let text = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nbytes\r\n--B--"
        #expect(throws: MultipartFault.cut) { try read(String(decoding: text.utf8.prefix(size), as: UTF8.self)) }
    }

    @Test(
        "What is no form is told",
        arguments: [
            "x", "--A\r\n", "a preamble\r\n--B\r\n", "--Bx\r\n", "--B\rx", "--B\r\n\r\n\r\nbytes\r\n--B--",
            "--B\r\nContent-Type: text/plain\r\n\r\nbytes", "--B\r\nno header\r\n\r\nbytes",
            "--B\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n",
            "--B\r\nContent-Disposition: form-data; filename=\"a\"\r\n\r\n",
            "--B\r\nContent-Disposition: form-data; name=a\r\n\r\n",
            "--B\r\nContent-Disposition: form-data; name=\"a\r\n\r\n",
            "--B\r\nContent-Disposition: form-data; name=\"a\"; name=\"b\"\r\n\r\n",
            "--B\r\nContent-Disposition: form-data; name=\"a\" filename=\"b\"\r\n\r\n",
            "--B\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\n",
        ])
    func malformed(_ text: String) {
        #expect { try read(text) } throws: { error in
            if case .malformed? = error as? MultipartFault { true } else { false }
        }
    }

    @Test("A head that is no text is told") func noText() throws {
        var reader = try MultipartReader(boundary: "B")
        reader.append(
            ByteBuffer(
                bytes: Array("--B\r\nContent-Disposition: form-data; name=\"".utf8) + [0xff] + Array("\"\r\n\r\n".utf8))
        )
        #expect(throws: MultipartFault.malformed("the head of a part is no text")) { try reader.next() }
    }

    @Test("Heads and parts have an end") func floods() {
        func isTooLarge(_ text: String, by size: Int) -> Bool {
            do { _ = try read(text, by: size) } catch {
                if case .tooLarge? = error as? MultipartFault { return true }
            }
            return false
        }
        let flood = "--B\r\n" + String(repeating: "X-Header: value\r\n", count: 10_000)
        #expect(isTooLarge(flood, by: 1_000) && isTooLarge(flood, by: .max))
        #expect(isTooLarge(String(repeating: part(#"name="a""#, "b"), count: 1_001), by: 1_000))
    }

    @Test(
        "The type of a form names what is between its parts",
        arguments: [
            ("multipart/form-data; boundary=abc", "abc"), ("Multipart/Form-Data;boundary=\"a b\"", "a b"),
            (
                "multipart/form-data; charset=utf-8; Boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW",
                "----WebKitFormBoundary7MA4YWxkTrZu0gW"
            ),
            ("application/x-www-form-urlencoded", nil), ("", nil),
        ] as [(String, String?)])
    func types(_ type: String, _ boundary: String?) throws {
        #expect(try MultipartReader.boundary(of: type) == boundary)
    }

    @Test(
        "What names none is told",
        arguments: ["multipart/form-data", "multipart/form-data; boundary=\"\"", "multipart/form-data; boundary=\"a"])
    func noBoundary(_ type: String) {
        #expect(throws: MultipartFault.boundary) { _ = try MultipartReader.boundary(of: type) }
    }

    @Test(
        "What cannot be between parts is told", arguments: ["", "a b", "é", "a\r\n", String(repeating: "a", count: 71)])
    func badBoundary(_ boundary: String) {
        #expect(throws: MultipartFault.boundary) { _ = try MultipartReader(boundary: boundary) }
    }
}
