// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOCore

/// Takes a form apart that has files (multipart/form-data, RFC 7578), as it comes: it keeps no more of it than the head of a part,
/// and what may be the beginning of a boundary.
struct MultipartReader: Sendable {
    enum Event: Equatable, Sendable {
        case part(MultipartHead)
        /// Of the part that has begun, never none.
        case bytes(ByteBuffer)
        /// The part is over.
        case partEnd
        /// The form is.
        case end
    }

    private enum Place {
        case delimiter, head, bytes, end
    }

    /// Bytes of the head of a part.
    private static let largestHead = 8 << 10
    private static let largestCount = 1_000
    private static let headEnd = Array("\r\n\r\n".utf8)

    /// What is in front of each part, and behind the last one.
    private let delimiter: [UInt8]
    private var place = Place.delimiter
    private var buffer: ByteBuffer
    private var count = 0
    /// Bytes that have been appended.
    private var appended: Int64 = 0

    /// - `boundary`: as the type of the form names it.
    init(boundary: String) throws(MultipartFault) {
        guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw .boundary
        }
        delimiter = Array("\r\n--\(boundary)".utf8)
        // The first one stands at the beginning of a line, too, and nothing is before it.
        buffer = ByteBuffer(string: "\r\n")
    }

    /// - `contentType`: `multipart/form-data; boundary=…`
    /// - Returns: nil for another type.
    static func boundary(of contentType: String) throws(MultipartFault) -> String? {
        let parts = contentType.split(separator: ";").map { $0.drop { $0 == " " } }
        guard parts.first?.lowercased().split(separator: " ").first == "multipart/form-data" else { return nil }
        guard let parameter = parts.dropFirst().first(where: { $0.lowercased().hasPrefix("boundary=") }) else {
            throw .boundary
        }
        let value = parameter.dropFirst("boundary=".count)
        guard value.hasPrefix("\"") else { return String(value.prefix { $0 != " " }) }
        guard value.count > 2, value.hasSuffix("\"") else { throw .boundary }
        return String(value.dropFirst().dropLast())
    }

    /// Bytes of what stands behind the last part of a form that a browser sends: the boundary and the end of its line.
    var endSize: Int64 { Int64(delimiter.count + 4) }

    /// Bytes of the form that have been read, up to where the next event begins.
    var position: Int64 { appended - Int64(buffer.readableBytes) }

    mutating func append(_ more: ByteBuffer) {
        appended += Int64(more.readableBytes)
        if buffer.readableBytes == 0 {
            buffer = more
        } else {
            // What is left is little, and what it is a part of has been given away.
            var joined = ByteBuffer()
            joined.reserveCapacity(buffer.readableBytes + more.readableBytes)
            joined.writeImmutableBuffer(buffer)
            joined.writeImmutableBuffer(more)
            buffer = joined
        }
    }

    /// - Returns: nil when more has to be appended first.
    mutating func next() throws(MultipartFault) -> Event? {
        while true {
            switch place {
            case .delimiter:
                guard try readDelimiter() else { return nil }
                if place == .end { return .end }
            case .head: return try readHead()
            case .bytes: return readBytes()
            case .end:
                // What is behind the end is nobody's (RFC 2046).
                buffer = ByteBuffer()
                return nil
            }
        }
    }

    /// Nothing comes any more.
    ///
    /// - Throws: `cut` before the end of the form.
    func finish() throws(MultipartFault) { if place != .end { throw .cut } }

    // MARK: Steps

    /// - Returns: whether it is all there.
    private mutating func readDelimiter() throws(MultipartFault) -> Bool {
        let view = buffer.readableBytesView
        guard view.prefix(delimiter.count).elementsEqual(delimiter.prefix(view.count)) else {
            throw .malformed("it does not begin with its boundary")
        }
        guard view.count >= delimiter.count + 2 else { return false }
        let ending = Array(view.dropFirst(delimiter.count).prefix(2))
        buffer.moveReaderIndex(forwardBy: delimiter.count + 2)
        switch ending {
        case Array("--".utf8): place = .end
        case Array("\r\n".utf8):
            place = .head
            count += 1
            guard count <= Self.largestCount else { throw .tooLarge("it has more than \(Self.largestCount) parts") }
        default: throw .malformed("a boundary of it has no end")
        }
        return true
    }

    private mutating func readHead() throws(MultipartFault) -> Event? {
        guard let end = Self.headEnd.place(in: buffer.readableBytesView.prefix(Self.largestHead)) else {
            guard buffer.readableBytes < Self.largestHead else {
                throw .tooLarge("the head of a part has more than \(Self.largestHead >> 10) KiB")
            }
            return nil
        }
        guard let bytes = buffer.readSlice(length: end),
            let text = String(validating: bytes.readableBytesView, as: UTF8.self)
        else { throw .malformed("the head of a part is no text") }
        buffer.moveReaderIndex(forwardBy: Self.headEnd.count)
        place = .bytes
        return .part(try MultipartHead(text))
    }

    private mutating func readBytes() -> Event? {
        let view = buffer.readableBytesView
        var start = view.startIndex
        while let found = view[start...].firstIndex(of: delimiter[0]) {
            let candidate = view[found...].prefix(delimiter.count)
            if candidate.elementsEqual(delimiter.prefix(candidate.count)) {
                let size = found - view.startIndex
                if size > 0 { return buffer.readSlice(length: size).map(Event.bytes) }
                // It may be one, and there is nothing before it.
                guard candidate.count == delimiter.count else { return nil }
                place = .delimiter
                return .partEnd
            }
            start = found + 1
        }
        guard !view.isEmpty else { return nil }
        defer { buffer = ByteBuffer() }
        return .bytes(buffer)
    }
}

extension [UInt8] {
    /// Where these bytes are among others, counted from the beginning of those; nil where they are not.
    fileprivate func place(in bytes: ByteBufferView) -> Int? {
        guard let first else { return nil }
        var start = bytes.startIndex
        while let found = bytes[start...].firstIndex(of: first) {
            if bytes[found...].starts(with: self) { return found - bytes.startIndex }
            start = found + 1
        }
        return nil
    }
}
