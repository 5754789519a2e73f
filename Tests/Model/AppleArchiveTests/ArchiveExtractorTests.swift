// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import Glibc
import SystemSupport
import Testing

@Suite struct ArchiveExtractorTests {
    private static func feed(
        _ bytes: [UInt8], _ extractor: ArchiveExtractor, piece: Int = .max, isWhole: Bool = true
    ) throws {
        var parser = EntryStreamParser()
        try bytes.inPieces(of: piece) { try parser.feed($0, extractor.receive) }
        if isWhole {
            try parser.finish()
            try extractor.finish()
        }
    }

    /// Extracts into a new folder; what is there afterwards.
    private static func extract(
        _ entries: [RawEntry], options: ArchiveExtractor.Options = .init(), piece: Int = .max
    ) throws -> [String] {
        let folder = try TemporaryFolder()
        let extractor = try ArchiveExtractor(creating: "out", in: try folder.directory(), options: options)
        do {
            try feed(entries.bytes, extractor, piece: piece)
        } catch {
            try extractor.discard()
            #expect(try folder.directory().names().isEmpty, "a failure leaves nothing behind")
            throw error
        }
        return try folder.tree("out")
    }

    @Test(arguments: [1, 10, Int.max]) func extractsATree(_ piece: Int) throws {
        var metadata = RawEntry("M")
        metadata.data([1, 2, 3])
        let entries = [
            .folder(""), .folder("a"), .file("a/x", "one"), .folder("a/b"), .file("a/b/y", ""), metadata,
            .link("a/b/up", "../x"), .file("z", "two"), .file("no/parents/here", "three"), .folder("no"),
        ]
        #expect(
            try Self.extract(entries, piece: piece) == [
                "a/", "a/b/", "a/b/up->../x", "a/b/y=", "a/x=one", "no/", "no/parents/", "no/parents/here=three",
                "z=two",
            ])
    }

    @Test func modesAndTimes() throws {
        let folder = try TemporaryFolder()
        let extractor = try ArchiveExtractor(
            creating: "out", in: try folder.directory(), options: .init(setsTimes: true))
        var plain = RawEntry("F", "plain", data: [1])
        plain.add("MOD2", [0xff, 0x0f])
        plain.add("MTMT", RawEntry.little(1_000_000_000, 8) + RawEntry.little(5, 4))
        var secret = RawEntry("F", "secret", data: [1])
        secret.add("MOD2", [0, 0])
        try Self.feed([plain, secret].bytes, extractor)
        let status = try #require(FileStatus(path: folder.path + "/out/plain"))
        #expect(status.permissions & 0o7022 == 0, "no set-uid and nothing that others may write")
        #expect(status.permissions & 0o700 == 0o700 && status.modified == 1_000_000_000_000_000_005)
        #expect(try #require(FileStatus(path: folder.path + "/out/secret")).permissions == 0o600)
    }

    @Test func selections() throws {
        let entries: [RawEntry] = [
            .folder(""), .folder("Contents"), .file("Contents/a", "1"), .file("Contents/d/b", "2"),
            .file("ContentsX", "3"), .file("Manifest.json", "{}"),
        ]
        #expect(try Self.extract(entries, options: .init(selection: .beneath("Contents"))) == ["a=1", "d/", "d/b=2"])
        let mapped = ArchiveExtractor.Selection.mapped { $0 == "Manifest.json" ? "m/" + $0 : nil }
        #expect(try Self.extract(entries, options: .init(selection: mapped)) == ["m/", "m/Manifest.json={}"])
        let leaving = ArchiveExtractor.Selection.mapped { "../" + $0 }
        #expect(throws: ArchiveError.unsafePath("../Contents", .parentReference)) {
            try Self.extract(entries, options: .init(selection: leaving))
        }
        // A link that stays within the archive but leaves what is extracted of it.
        let link: [RawEntry] = [.folder("Contents"), .link("Contents/l", "../Manifest.json")]
        #expect(throws: ArchiveError.linkLeavesRoot("Contents/l", target: "../Manifest.json")) {
            try Self.extract(link, options: .init(selection: .beneath("Contents")))
        }
    }

    static let refusals: [(String, [RawEntry], ArchiveError)] = {
        var lying = RawEntry.file("a", "12345")
        lying.add("SIZ1", [4])
        var hard = RawEntry("F", "a")
        hard.add("HLC1", [1])
        var hardOut = RawEntry("F", "a", data: [1])
        hardOut.text("LNK", "/etc/passwd")
        var dataOfFolder = RawEntry("D", "a")
        dataOfFolder.data([1])
        var noTarget = RawEntry("L", "a")
        noTarget.add("XYZ*")
        let long = String(repeating: "x/", count: 600) + "y"
        let precomposed = "caf\u{e9}"
        let decomposed = "cafe\u{301}"
        return [
            ("absolute", [.file("/tmp/x")], .unsafePath("/tmp/x", .absolute)),
            ("parent", [.file("a/../../x")], .unsafePath("a/../../x", .parentReference)),
            ("dot", [.file("./x")], .unsafePath("./x", .parentReference)),
            ("empty", [.file("")], .unsafePath("", .empty)),
            ("empty link", [.link("", "x")], .unsafePath("", .empty)),
            ("long", [.file(long)], .unsafePath(long, .tooLong)),
            ("slash at the end", [.folder("a/")], .unsafePath("a/", .emptyComponent)),
            ("duplicate", [.file("a"), .file("a")], .duplicateEntry("a")),
            ("duplicate folder", [.folder("a"), .folder("a")], .duplicateEntry("a")),
            ("file over folder", [.folder("a"), .file("a")], .duplicateEntry("a")),
            ("file over implied folder", [.file("a/b"), .file("a")], .duplicateEntry("a")),
            ("link over folder", [.folder("a"), .link("a", "b")], .duplicateEntry("a")),
            ("case twin", [.file("Readme"), .file("README")], .caseTwin("README")),
            ("case twin of a folder", [.file("d/a"), .file("D/b")], .caseTwin("D/b")),
            ("Unicode twin", [.file(precomposed), .file(decomposed)], .caseTwin(decomposed)),
            ("folded twin", [.file("stra\u{df}e"), .file("STRASSE")], .caseTwin("STRASSE")),
            ("Kelvin twin", [.file("\u{212a}"), .file("k")], .caseTwin("k")),
            ("below a file", [.file("a"), .file("a/b")], .parentIsNoFolder("a/b")),
            ("through a link", [.folder("d"), .link("a", "d"), .file("a/b")], .parentIsNoFolder("a/b")),
            ("folder through a link", [.folder("d"), .link("a", "d"), .folder("a/b")], .parentIsNoFolder("a/b")),
            ("absolute link", [.link("a", "/etc")], .linkLeavesRoot("a", target: "/etc")),
            ("link up", [.link("a", "../x")], .linkLeavesRoot("a", target: "../x")),
            (
                "link up later", [.folder("d"), .link("d/a", "b/../../..")],
                .linkLeavesRoot("d/a", target: "b/../../..")
            ),
            ("link without a target", [noTarget], .linkLeavesRoot("a", target: "")),
            ("hard link", [hard], .hardLink("a")),
            ("hard link out", [hardOut], .hardLink("a")),
            ("FIFO", [RawEntry("P", "a")], .forbiddenKind("a", .fifo)),
            ("character device", [RawEntry("C", "a")], .forbiddenKind("a", .characterDevice)),
            ("block device", [RawEntry("B", "a")], .forbiddenKind("a", .blockDevice)),
            ("socket", [RawEntry("S", "a")], .forbiddenKind("a", .socket)),
            ("whiteout", [RawEntry("W", "a")], .forbiddenKind("a", .whiteout)),
            ("door", [RawEntry("R", "a")], .forbiddenKind("a", .door)),
            ("port", [RawEntry("T", "a")], .forbiddenKind("a", .port)),
            ("size that lies", [lying], .sizeMismatch("a", declared: 4, actual: 5)),
            ("data of a folder", [dataOfFolder], .sizeMismatch("a", declared: 0, actual: 1)),
        ]
    }()

    @Test(arguments: refusals) func refuses(_ name: String, _ entries: [RawEntry], _ error: ArchiveError) {
        #expect(throws: error, "\(name)") { try Self.extract([.folder("good"), .file("good/file")] + entries) }
    }

    /// A path is refused even where it would have been left out.
    @Test func refusesWhatIsNotSelected() {
        #expect(throws: ArchiveError.unsafePath("../x", .parentReference)) {
            try Self.extract([.file("../x")], options: .init(selection: .beneath("Contents")))
        }
        #expect(throws: ArchiveError.forbiddenKind("p", .fifo)) {
            try Self.extract([RawEntry("P", "p")], options: .init(selection: .beneath("Contents")))
        }
    }

    @Test func limits() throws {
        let entries: [RawEntry] = [.file("a", "12345"), .file("b", "12345")]
        #expect(try Self.extract(entries, options: .init(limits: .init(output: 10))).count == 2)
        #expect(throws: ArchiveError.outputTooLarge(limit: 9)) {
            try Self.extract(entries, options: .init(limits: .init(output: 9)))
        }
        #expect(throws: ArchiveError.tooManyEntries(limit: 1)) {
            try Self.extract(entries, options: .init(limits: .init(entries: 1)))
        }
        #expect(throws: ArchiveError.unsafePath("bb", .tooLong)) {
            try Self.extract([.file("a"), .file("bb")], options: .init(limits: .init(pathLength: 1)))
        }
        // What a header announces counts before a byte of it has come.
        var huge = RawEntry("F", "huge")
        huge.add("DATC", RawEntry.little(1 << 50, 8))
        let folder = try TemporaryFolder()
        let extractor = try ArchiveExtractor(
            creating: "out", in: try folder.directory(), options: .init(limits: .init(output: 1 << 40)))
        #expect(throws: ArchiveError.outputTooLarge(limit: 1 << 40)) { try Self.feed(huge.bytes, extractor) }
        #expect(try folder.tree("out").isEmpty)
    }

    @Test func truncatedArchivesAreFoundAtTheEnd() throws {
        let folder = try TemporaryFolder()
        let extractor = try ArchiveExtractor(creating: "out", in: try folder.directory())
        try Self.feed(Array(RawEntry.file("a", "12345").bytes.dropLast()), extractor, isWhole: false)
        #expect(throws: ArchiveError.truncated(part: .entryData, offset: 4)) { try extractor.finish() }
        try extractor.discard()
        #expect(try folder.directory().names().isEmpty)
    }

    @Test func neverWritesThroughALinkThatStands() throws {
        let folder = try TemporaryFolder()
        try Directory.createFolders(folder.path + "/outside")
        try Directory.createFolders(folder.path + "/out")
        #expect(symlink("../outside", folder.path + "/out/link") == 0)
        #expect(symlink("../outside/file", folder.path + "/out/file") == 0)
        for entries in [
            [RawEntry.file("link/x")], [.folder("link/x")], [.folder("link"), .file("link/x")], [.link("link/x", "y")],
            [.file("link/deep/er")], [.file("file")],
        ] {
            let extractor = ArchiveExtractor(into: try folder.folder("out"))
            #expect(throws: ArchiveError.self) { try Self.feed(entries.bytes, extractor) }
            try extractor.discard()
        }
        #expect(try folder.tree("outside").isEmpty)
        #expect(try folder.tree("out") == ["file->../outside/file", "link->../outside"])
    }

    @Test func discardLeavesWhatStoodBefore() throws {
        let folder = try TemporaryFolder()
        try Directory.createFolders(folder.path + "/out/old")
        try folder.directory().folder("out").writeAtomically([1], to: "kept")
        let extractor = ArchiveExtractor(into: try folder.folder("out"))
        let entries: [RawEntry] = [
            .file("old/new", "1"), .folder("fresh"), .file("fresh/a/b", "2"), .file("kept", "3"),
        ]
        #expect(throws: ArchiveError.duplicateEntry("kept")) { try Self.feed(entries.bytes, extractor) }
        #expect(try folder.tree("out").count == 6)
        try extractor.discard()
        #expect(try folder.tree("out") == ["kept=\u{1}", "old/"])
    }

    @Test func rootThatExistsIsNotTaken() throws {
        let folder = try TemporaryFolder()
        try Directory.createFolders(folder.path + "/out")
        #expect(throws: ArchiveError.self) { try ArchiveExtractor(creating: "out", in: try folder.directory()) }
        #expect(try folder.directory().names() == ["out"])
    }

    /// Stops at every byte, as a killed service would, and goes on with a new parser and a new extractor.
    @Test func resumesAnywhere() throws {
        let entries: [RawEntry] = [.folder("d"), .file("d/a", "0123456789"), .file("b", "xyz")]
        let bytes = entries.bytes
        for cut in stride(from: 0, through: bytes.count, by: 3) {
            let folder = try TemporaryFolder()
            var done: [EntryHeader] = []
            var current: EntryHeader?
            var parser = EntryStreamParser()
            do {
                let extractor = ArchiveExtractor(into: try folder.folder("out"))
                try Array(bytes[..<cut]).inPieces(of: .max) { piece in
                    try parser.feed(piece) { event in
                        try extractor.receive(event)
                        if case .header(let header, _, _) = event { current = header }
                        if case .end = event, let header = current {
                            done.append(header)
                            current = nil
                        }
                    }
                }
                // Bytes that were written, but after what is counted as safe.
                if case .data(_, let offset) = parser.position {
                    try [UInt8](repeating: 0x21, count: 2).inPieces(of: .max) {
                        try extractor.receive(.data($0, offset: offset))
                    }
                }
            }
            let second = ArchiveExtractor(into: try folder.folder("out"))
            for header in done { try second.recall(header) }
            if let current, case .data(_, let offset) = parser.position {
                try second.resume(current, dataOffset: offset)
            }
            var rest = try EntryStreamParser(resumingAt: parser.checkpoint)
            try Array(bytes[cut...]).inPieces(of: .max) { try rest.feed($0, second.receive) }
            try rest.finish()
            try second.finish()
            #expect(second.outputSize == 13)
            #expect(try folder.tree("out") == ["b=xyz", "d/", "d/a=0123456789"])
        }
    }

    @Test func recallSeesDuplicates() throws {
        let folder = try TemporaryFolder()
        let extractor = ArchiveExtractor(into: try folder.folder("out"))
        try extractor.recall(EntryHeader(kind: .file, path: "a", dataSize: 3))
        #expect(extractor.outputSize == 3)
        #expect(throws: ArchiveError.caseTwin("A")) { try Self.feed(RawEntry.file("A").bytes, extractor) }
        #expect(throws: ArchiveError.self) {
            try extractor.resume(EntryHeader(kind: .file, path: "missing", dataSize: 3), dataOffset: 1)
        }
    }

    @Test func theObserverSeesEverything() throws {
        final class Observer: ArchiveExtractorObserver {
            var log: [String] = []
            func fileBegan(_ path: String, header: EntryHeader) { log.append("+\(path)") }
            func fileData(_ bytes: UnsafeRawBufferPointer) { log.append(String(decoding: bytes, as: UTF8.self)) }
            func fileEnded(_ path: String, header: EntryHeader) { log.append("-\(path) \(header.path)") }
            func otherMade(_ path: String, header: EntryHeader) { log.append("\(header.kind.word) \(path)") }
        }
        let observer = Observer()
        let folder = try TemporaryFolder()
        let extractor = ArchiveExtractor(
            into: try folder.folder("out"), options: .init(selection: .beneath("C")), observer: observer)
        let entries: [RawEntry] = [
            .folder("C"), .folder("C/d"), .file("C/d/a", "data"), .file("x"), .link("C/l", "d"),
        ]
        try Self.feed(entries.bytes, extractor)
        #expect(observer.log == ["folder d", "+d/a", "data", "-d/a C/d/a", "symbolic link l"])
    }
}
