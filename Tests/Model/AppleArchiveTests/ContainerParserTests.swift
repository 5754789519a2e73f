// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetTestSupport
import Testing

@Suite struct ContainerParserTests {
    /// What the parser reports, with the bytes copied.
    enum Event: Equatable {
        case container(ContainerHeader)
        case block(BlockHeader, [UInt8])
        case large(BlockHeader)
        case plain
    }

    private static func parse(
        _ bytes: [UInt8], piece: Int = .max, limits: ArchiveLimits = ArchiveLimits(), gatherLimit: Int = 8 << 20
    ) throws -> (events: [Event], plain: [UInt8], large: [[UInt8]]) {
        var events: [Event] = []
        var plain: [UInt8] = []
        var large: [[UInt8]] = []
        var parser = ContainerParser(limits: limits, gatherLimit: gatherLimit)
        try bytes.inPieces(of: piece) { piece in
            try parser.feed(piece) { event in
                switch event {
                case .container(let header): events.append(.container(header))
                case .block(let header, let stored): events.append(.block(header, Array(stored)))
                case .largeBlock(let header):
                    events.append(.large(header))
                    large.append([])
                case .largeBlockPiece(let bytes, let isLast):
                    large[large.count - 1] += bytes
                    #expect(isLast == (large[large.count - 1].count == largeSize(events)))
                case .plain(let bytes):
                    if events.isEmpty { events.append(.plain) }
                    plain += bytes
                }
            }
        }
        try parser.finish()
        return (events, plain, large)
    }

    private static func largeSize(_ events: [Event]) -> Int? {
        guard case .large(let header) = events.last else { return nil }
        return header.storedSize
    }

    private static let archive: [UInt8] = {
        var generator = SeededGenerator(seed: 7)
        return RawContainer.header("e", blockSize: 5000) + RawContainer.block(plain: 5000, stored: generator.noise(700))
            + RawContainer.block(plain: 13, stored: generator.noise(13)) + RawContainer.block(plain: 0, stored: [])
            + RawContainer.block(plain: 9000, stored: generator.noise(9000))
            + RawContainer.block(plain: 20, stored: generator.noise(1))
    }()

    @Test(arguments: [1, 2, 11, 12, 13, 16, 100, 1000, Int.max]) func piecesOfAnySize(_ size: Int) throws {
        let (events, plain, _) = try Self.parse(Self.archive, piece: size)
        #expect(plain.isEmpty && events.count == 6)
        #expect(events[0] == .container(ContainerHeader(compression: .lzfse, blockSize: 5000)))
        let starts: [(UInt64, UInt64)] = [(12, 0), (728, 5000), (757, 5013), (773, 5013), (9789, 14013)]
        let sizes = [(5000, 700), (13, 13), (0, 0), (9000, 9000), (20, 1)]
        for index in 0..<5 {
            guard case .block(let header, let stored) = events[index + 1] else {
                Issue.record("no block \(index)")
                continue
            }
            #expect(
                header
                    == BlockHeader(
                        index: index, archiveOffset: starts[index].0, plainOffset: starts[index].1,
                        plainSize: sizes[index].0, storedSize: sizes[index].1))
            #expect(header.isStored == (sizes[index].0 == sizes[index].1))
            let start = Int(header.archiveOffset) + 16
            #expect(stored == Array(Self.archive[start..<start + header.storedSize]))
        }
    }

    @Test(arguments: [1, 7, 500, Int.max]) func largeBlocksComeInPieces(_ size: Int) throws {
        let (events, _, large) = try Self.parse(Self.archive, piece: size, gatherLimit: 1000)
        #expect(large.map(\.count) == [700, 9000])
        #expect(large[0] == Array(Self.archive[28..<728]))
        #expect(events.count == 6)
    }

    @Test func everyCutIsTruncated() {
        let ends: Set = [12, 728, 757, 773, 9789, Self.archive.count]
        for cut in [1, 3, 4, 11, 12, 13, 27, 28, 29, 727, 728, 729, 757, 773, 800, 9788, 9789, 9790, 9805] {
            let part = Array(Self.archive[..<cut])
            if ends.contains(cut) {
                #expect(throws: Never.self) { try Self.parse(part) }
            } else {
                #expect(throws: ArchiveError.self) { try Self.parse(part) }
                #expect(throws: ArchiveError.self) { try Self.parse(part, gatherLimit: 100) }
            }
        }
    }

    @Test func continuesAtEveryBlock() throws {
        var parser = ContainerParser()
        var places: [ContainerParser.Resumption] = []
        var headers: [BlockHeader] = []
        try Self.archive.inPieces(of: 1) { piece in
            try parser.feed(piece) { if case .block(let header, _) = $0 { headers.append(header) } }
            if let place = parser.resumption, places.last != place { places.append(place) }
        }
        #expect(places.count == 6)
        for (index, place) in places.enumerated() {
            var rest: [BlockHeader] = []
            var second = ContainerParser(resumingAt: place)
            try Array(Self.archive[Int(place.archiveOffset)...]).inPieces(of: .max) { piece in
                try second.feed(piece) { if case .block(let header, _) = $0 { rest.append(header) } }
            }
            try second.finish()
            #expect(rest == Array(headers[index...]))
        }
    }

    @Test func noContainer() throws {
        for magic in ["AA01", "YAA1"] {
            let bytes = Array(magic.utf8) + [1, 2, 3, 4, 5]
            for piece in [1, 3, 4, Int.max] {
                let (events, plain, _) = try Self.parse(bytes, piece: piece)
                #expect(events == [.plain] && plain == bytes)
            }
        }
        var resumed = ContainerParser(
            resumingAt: .init(
                container: ContainerHeader(compression: .none, blockSize: 0), blockIndex: 0, archiveOffset: 100,
                plainOffset: 100))
        var plain: [UInt8] = []
        try [UInt8]("pbze".utf8).inPieces(of: .max) { piece in
            try resumed.feed(piece) { if case .plain(let bytes) = $0 { plain += bytes } }
        }
        #expect(plain == Array("pbze".utf8) && resumed.resumption?.archiveOffset == 104)
    }

    @Test func refusals() {
        func refuse(_ bytes: [UInt8], _ error: ArchiveError) {
            for piece in [1, Int.max] {
                #expect(throws: error) { try Self.parse(bytes, piece: piece) }
            }
        }
        refuse([], .notAnArchive(found: []))
        refuse(Array("PK\u{3}\u{4}....".utf8), .notAnArchive(found: [0x50, 0x4b, 3, 4]))
        refuse(Array("AEA1....".utf8), .encrypted)
        refuse(Array("pbzb".utf8) + RawContainer.big(1), .unsupportedCompression(letter: UInt8(ascii: "b")))
        let head = RawContainer.header("z")
        let limit: UInt64 = 64 << 20
        refuse(
            head + RawContainer.big(limit + 1) + RawContainer.big(5),
            .blockTooLarge(index: 0, size: limit + 1, limit: limit))
        refuse(
            head + RawContainer.big(.max) + RawContainer.big(.max), .blockTooLarge(index: 0, size: .max, limit: limit))
        refuse(
            head + RawContainer.block(plain: 5, stored: [1, 2]) + RawContainer.block(plain: 1, stored: [1, 2]),
            .badBlock(index: 1, reason: "it is stored in more bytes than it stands for"))
        refuse(
            head + RawContainer.block(plain: 5, stored: []),
            .badBlock(index: 0, reason: "nothing is stored for its 5 bytes"))
    }
}
