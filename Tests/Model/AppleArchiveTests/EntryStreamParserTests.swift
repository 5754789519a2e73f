// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import Testing

@Suite struct EntryStreamParserTests {
    /// The header of a root folder as Apple's own tool has written it.
    static let appleRoot: [UInt8] = [
        0x41, 0x41, 0x30, 0x31, 0x46, 0x00, 0x54, 0x59, 0x50, 0x31, 0x44, 0x50, 0x41, 0x54, 0x50, 0x00, 0x00, 0x55,
        0x49,
        0x44, 0x31, 0x00, 0x47, 0x49, 0x44, 0x31, 0x00, 0x4D, 0x4F, 0x44, 0x32, 0xED, 0x01, 0x46, 0x4C, 0x47, 0x31,
        0x00,
        0x4D, 0x54, 0x4D, 0x54, 0xBD, 0xAD, 0x61, 0x66, 0x00, 0x00, 0x00, 0x00, 0x63, 0x76, 0x91, 0x0C, 0x43, 0x54,
        0x4D,
        0x54, 0xA6, 0xA4, 0x61, 0x66, 0x00, 0x00, 0x00, 0x00, 0xD4, 0xBA, 0x2E, 0x03,
    ]

    /// Entries of many shapes one after the other.
    static let stream: [UInt8] = {
        var odd = RawEntry()
        odd.data(Array("the data".utf8))
        odd.add("XYZ*")
        odd.add("QQQ8", [1, 2, 3, 4, 5, 6, 7, 8])
        odd.data(Array("attributes".utf8), key: "XAT")
        odd.text("PAT", "odd/order")
        odd.add("SH2H", [UInt8](repeating: 5, count: 32))
        odd.add("MTMS", RawEntry.little(7, 8))
        odd.add("MOD4", [0xff, 0xff, 0, 0])
        odd.add("TYP2", [0x46, 0])
        var before = RawEntry("F", "attributes first")
        before.data([1, 2, 3], key: "ACL")
        before.data(Array("content".utf8))
        before.data([4, 5], key: "YEC")
        var old = RawEntry.file("old", "older")
        old.magic = "YAA1"
        var empty = RawEntry("F", "empty")
        empty.add("DATA", [0, 0])
        return appleRoot + odd.bytes + before.bytes + old.bytes + empty.bytes + RawEntry.link("link", "old").bytes
            + RawEntry.file("last", String(repeating: "0123456789", count: 30)).bytes
    }()

    @Test func applesOwnHeader() throws {
        let entry = try #require(try EntryCollector.parse(Self.appleRoot).first)
        #expect(entry.isComplete && entry.header.kind == .folder && entry.header.path.isEmpty)
        #expect(entry.header.mode == 0o755 && entry.header.userID == 0 && entry.header.flags == 0)
        #expect(entry.header.modified == EntryTime(seconds: 0x6661_ADBD, nanoseconds: 0x0C91_7663))
        #expect(entry.header.created == EntryTime(seconds: 0x6661_A4A6, nanoseconds: 0x032E_BAD4))
    }

    @Test func anyOrderAndUnknownFields() throws {
        let entries = try EntryCollector.parse(Self.stream)
        #expect(entries.map(\.header.path) == ["", "odd/order", "attributes first", "old", "empty", "link", "last"])
        #expect(entries.allSatisfy { $0.isComplete })
        #expect(entries[1].data == Array("the data".utf8))
        #expect(entries[1].header.mode == 0o7777 && entries[1].header.modified == EntryTime(seconds: 7))
        #expect(entries[1].header.digests == [EntryDigest(algorithm: .sha256, bytes: [UInt8](repeating: 5, count: 32))])
        #expect(entries[2].data == Array("content".utf8))
        #expect(entries[5].header.linkTarget == "old")
        #expect(entries[4].header.dataSize == 0)
    }

    @Test(arguments: [1, 2, 3, 5, 7, 64, 257]) func piecesOfAnySize(_ size: Int) throws {
        let whole = try EntryCollector.parse(Self.stream)
        #expect(try EntryCollector.parse(Self.stream, piece: size) == whole)
    }

    @Test func everyCutIsTruncated() throws {
        let whole = try EntryCollector.parse(Self.stream)
        var boundaries: Set<Int> = [0]
        var parser = EntryStreamParser()
        var count = 0
        try Self.stream.inPieces(of: 1) { piece in
            count += 1
            try parser.feed(piece) { if case .end = $0 { boundaries.insert(count) } }
        }
        #expect(boundaries.count == whole.count + 1)
        for cut in 0..<Self.stream.count {
            let part = Array(Self.stream[..<cut])
            if boundaries.contains(cut) {
                #expect(try EntryCollector.parse(part).allSatisfy { $0.isComplete })
            } else {
                #expect(throws: ArchiveError.self) { try EntryCollector.parse(part) }
            }
        }
    }

    @Test func continuesFromACheckpointAnywhere() throws {
        let whole = try EntryCollector.parse(Self.stream)
        for cut in 0...Self.stream.count {
            var headers: [EntryHeader] = []
            var data: [UInt8] = []
            var ends = 0
            func take(_ event: EntryEvent) {
                switch event {
                case .header(let header, let index, _):
                    #expect(index == headers.count)
                    headers.append(header)
                case .data(let bytes, _): data += bytes
                case .end: ends += 1
                }
            }
            var first = EntryStreamParser()
            try Array(Self.stream[..<cut]).inPieces(of: .max) { try first.feed($0, take) }
            let checkpoint = first.checkpoint
            #expect(checkpoint.streamOffset == UInt64(cut))
            var second = try EntryStreamParser(resumingAt: checkpoint)
            #expect(second.position == first.position)
            try Array(Self.stream[cut...]).inPieces(of: .max) { try second.feed($0, take) }
            try second.finish()
            #expect(headers == whole.map(\.header) && data == whole.flatMap(\.data) && ends == whole.count)
        }
    }

    @Test func continuesInTheDataOfAnEntry() throws {
        let header = EntryHeader(kind: .file, path: "f", mode: 0o644, dataSize: 10)
        for offset in 0..<10 {
            var parser = try EntryStreamParser(resumingIn: header, index: 3, dataOffset: UInt64(offset))
            #expect(parser.position == .data(entry: 3, offset: UInt64(offset)))
            var offsets: [UInt64] = []
            var next: Int?
            let rest = [UInt8](repeating: 1, count: 10 - offset) + RawEntry.file("g").bytes
            try rest.inPieces(of: .max) { piece in
                try parser.feed(piece) { event in
                    switch event {
                    case .header(_, let index, _): next = index
                    case .data(_, let place): offsets.append(place)
                    case .end: break
                    }
                }
            }
            try parser.finish()
            #expect(offsets == [UInt64(offset), 0] && next == 4)
        }
        #expect(throws: ArchiveError.self) {
            _ = try EntryStreamParser(resumingIn: header, index: 0, dataOffset: 11)
        }
        #expect(throws: ArchiveError.self) {
            _ = try EntryStreamParser(
                resumingIn: EntryHeader(kind: .folder, path: "d"), index: 0, dataOffset: 0)
        }
    }

    @Test func checkpointsThatMakeNoSense() throws {
        var huge = RawEntry("F", "huge")
        huge.add("XATC", RawEntry.little(UInt64(Int64.max), 8))
        let far = EntryStreamCheckpoint(
            entryIndex: 0, headerBytes: huge.bytes, bodyOffset: UInt64(Int64.max) - 1, streamOffset: .max)
        #expect(try EntryStreamParser(resumingAt: far).position == .header(entry: 0, offset: .max))
        for (bytes, offset) in [
            (huge.bytes, UInt64.max), (huge.bytes + [0], 0), (Array(huge.bytes.dropLast()), 1), ([1, 2, 3, 4], 0),
            (RawEntry("D", "d").bytes, 0),
        ] {
            #expect(throws: ArchiveError.self) {
                try EntryStreamParser(
                    resumingAt: EntryStreamCheckpoint(
                        entryIndex: 1, headerBytes: bytes, bodyOffset: offset, streamOffset: 100))
            }
        }
    }

    @Test func headersSurviveEncoding() throws {
        var header = EntryHeader(
            kind: .file, path: "Contents/ä.bin", mode: 0o755, modified: EntryTime(seconds: -5, nanoseconds: 9),
            dataSize: 5_000_000_000)
        header.userID = 70_000
        header.groupID = 501
        header.flags = 1 << 40
        header.created = EntryTime(seconds: 3)
        header.declaredSize = 5_000_000_000
        header.hardLinkCluster = 300
        header.digests = [EntryDigest(algorithm: .sha1, bytes: [UInt8](repeating: 1, count: 20))]
        // Through a checkpoint, which is how an encoded header is read back.
        let parser = try EntryStreamParser(resumingIn: header, index: 0, dataOffset: 1)
        var again = EntryStreamParser()
        var found: EntryHeader?
        try parser.checkpoint.headerBytes.inPieces(of: .max) { piece in
            try again.feed(piece) { if case .header(let value, _, _) = $0 { found = value } }
        }
        #expect(found == header)
    }

    static let malformed: [(String, [UInt8])] = {
        func entry(_ change: (inout RawEntry) -> Void) -> [UInt8] {
            var entry = RawEntry("F", "a")
            change(&entry)
            return entry.bytes
        }
        return [
            ("no type", RawEntry(nil, "a").bytes),
            ("unknown type", RawEntry("Z", "a").bytes),
            (
                "wide type",
                {
                    var entry = RawEntry(); entry.add("TYP2", [0x46, 1]); return entry.bytes
                }()
            ),
            ("two types", entry { $0.add("TYP1", [0x46]) }),
            ("two paths", entry { $0.text("PAT", "b") }),
            (
                "two data blobs",
                entry {
                    $0.data([1]); $0.data([2])
                }
            ),
            (
                "path as a number",
                {
                    var entry = RawEntry("F"); entry.add("PAT1", [1]); return entry.bytes
                }()
            ),
            ("data as a number", entry { $0.add("DAT1", [1]) }),
            ("unknown field type", entry { $0.add("ABCZ", [1]) }),
            ("field name of control characters", entry { $0.add("\u{1}BC1", [1]) }),
            ("cut field", entry { $0.fields += Array("UI".utf8) }),
            ("cut number", entry { $0.add("UID8", [1, 2]) }),
            ("text beyond the header", entry { $0.add("LNKP", [0xff, 0xff, 1]) }),
            (
                "path that is not UTF-8",
                {
                    var entry = RawEntry("F"); entry.text("PAT", [0xff, 0xfe]); return entry.bytes
                }()
            ),
            (
                "path with NUL",
                {
                    var entry = RawEntry("F"); entry.text("PAT", [97, 0, 98]); return entry.bytes
                }()
            ),
            ("link with NUL", entry { $0.text("LNK", [97, 0, 98]) }),
            ("no fields", Array("AA01".utf8) + [6, 0]),
            ("header size 0", Array("AA01".utf8) + [0, 0]),
            ("header too small", entry { $0.headerSize = 9 }),
            ("data size overflows", entry { $0.add("DATC", [UInt8](repeating: 0xff, count: 8)) }),
            (
                "sizes overflow together",
                entry {
                    $0.add("DATC", RawEntry.little(1 << 62, 8))
                    $0.add("XATC", RawEntry.little(1 << 62, 8))
                }
            ),
            ("other magic", Array("AA02".utf8) + entry { _ in }.dropFirst(4)),
            ("second entry is none", entry { _ in } + Array("PK\u{3}\u{4}".utf8)),
            ("a digest of the wrong length", entry { $0.add("SH2G", [UInt8](repeating: 0, count: 20)) }),
        ]
    }()

    @Test(arguments: malformed) func malformedHeaders(_ name: String, _ bytes: [UInt8]) {
        for piece in [1, Int.max] {
            #expect(throws: ArchiveError.self, "\(name)") { try EntryCollector.parse(bytes, piece: piece) }
        }
    }

    @Test func whatABodyThrowsPassesThrough() {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            var parser = EntryStreamParser()
            try Self.stream.inPieces(of: .max) { piece in try parser.feed(piece) { _ in throw Stop() } }
        }
    }

    @Test func notAnArchive() {
        #expect(throws: ArchiveError.encrypted) { try EntryCollector.parse(Array("AEA1....".utf8)) }
        #expect(throws: ArchiveError.notAnArchive(found: Array("PK".utf8))) {
            try EntryCollector.parse(Array("PK".utf8))
        }
    }
}
