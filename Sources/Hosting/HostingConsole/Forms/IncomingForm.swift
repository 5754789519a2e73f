// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// A form that has a file, as it comes: first its fields, then the bytes of the file, a few at a time. The file is the last of its
/// fields, as on all pages: so its size is known before it comes.
struct IncomingForm {
    /// Bytes of all fields together.
    private static let fieldLimit = 256 << 10

    private var reader: MultipartReader
    private var body: RequestBody.AsyncIterator
    /// Bytes of all of it.
    private let length: Int64
    /// Of the file, when more have come than were asked for.
    private var rest = ByteBuffer()
    /// Whether its file has begun, and goes on.
    private var isInFile = false
    /// Those in front of the file.
    private(set) var fields = FormFields()

    init(_ request: Request) throws(ConsoleFailure) {
        let length = request.headers[.contentLength].flatMap { Int64($0) }
        do throws(MultipartFault) {
            guard let type = request.headers[.contentType], let boundary = try MultipartReader.boundary(of: type) else {
                throw .malformed("its type is another one")
            }
            guard let length, length > 0 else { throw .unmeasured }
            self.length = length
            reader = try MultipartReader(boundary: boundary)
        } catch { throw ConsoleFailure(error) }
        body = request.body.makeAsyncIterator()
    }

    /// Reads the fields, up to where the file begins.
    ///
    /// - Returns: nil for a form that has none.
    mutating func file() async throws(ConsoleFailure) -> IncomingFile? {
        var (name, value) = ("", ByteBuffer())
        while let event = try await next() {
            guard reader.position <= Self.fieldLimit else {
                throw ConsoleFailure(.tooLarge("its fields have more than \(Self.fieldLimit >> 10) KiB"))
            }
            switch event {
            case .part(let head):
                guard let fileName = head.fileName else {
                    (name, value) = (head.name, ByteBuffer())
                    continue
                }
                isInFile = true
                let size = length - reader.position - reader.endSize
                guard size >= 0 else { throw ConsoleFailure(MultipartFault.cut) }
                return IncomingFile(name: fileName, size: size)
            case .bytes(let bytes): value.writeImmutableBuffer(bytes)
            case .partEnd:
                guard let text = String(validating: value.readableBytesView, as: UTF8.self), fields.add(name, text)
                else { throw ConsoleFailure(MultipartFault.malformed("a field of it is no text")) }
            case .end: return nil
            }
        }
        return nil
    }

    /// Reads on in the file.
    ///
    /// - Returns: one byte or more; nil at the end of the file.
    mutating func bytes(atMost count: Int64) async throws(ConsoleFailure) -> ByteBuffer? {
        while rest.readableBytes == 0 {
            guard isInFile, let event = try await next() else { return nil }
            switch event {
            case .bytes(let bytes): rest = bytes
            case .part, .partEnd, .end: isInFile = false
            }
        }
        return rest.readSlice(length: Int(min(count, Int64(rest.readableBytes))))
    }

    /// Reads what is behind the file.
    ///
    /// - Throws: unless that is the end of the form.
    mutating func end() async throws(ConsoleFailure) {
        guard try await bytes(atMost: 1) == nil, try await next() == .end else {
            throw ConsoleFailure(Self.moreThanFile)
        }
        while try await next() != nil {}
    }

    static let moreThanFile = MultipartFault.malformed(
        "something stands behind the file, which is to be the last field")

    /// - Returns: nil behind the end of the form.
    private mutating func next() async throws(ConsoleFailure) -> MultipartReader.Event? {
        while true {
            do throws(MultipartFault) { if let event = try reader.next() { return event } } catch {
                throw ConsoleFailure(error)
            }
            let more: ByteBuffer?
            do { more = try await body.next() } catch { throw ConsoleFailure(MultipartFault.cut) }
            guard let more else {
                do throws(MultipartFault) { try reader.finish() } catch { throw ConsoleFailure(error) }
                return nil
            }
            reader.append(more)
        }
    }
}

extension ConsoleFailure {
    init(_ fault: MultipartFault) {
        let status: HTTPResponse.Status =
            switch fault {
            case .unmeasured: .lengthRequired
            case .tooLarge: .contentTooLarge
            case .boundary, .malformed, .cut: .badRequest
            }
        self.init(status, "This is no form that the page has sent: \(fault).")
    }
}
