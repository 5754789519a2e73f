// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppleArchive
import AssetPackFiles
import AssetPackModel
import Foundation
import PackagingCommands
import Testing

@Suite struct ContentResolverTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
        for name in [
            "a.txt", "Videos/Introduction.m4v", "Textures/x/1.png", "Textures/x/2.jpg", "Textures/3.png",
            "Sounds/s.caf", "Sounds/.hidden", "odd [name] *.txt",
        ] { try workshop.write(name, to: name) }
    }

    /// What is said of a manifest that is refused.
    private func fault(_ manifest: String) throws -> String {
        let error = #expect(throws: PackagingError.self) { try workshop.selected(manifest) }
        return try #require(error).description
    }

    @Test("C3: every selector selects") func everySelectorSelects() throws {
        let manifest = try workshop.manifest(
            """
            {"file": "a.txt"}, {"directory": "Textures"}, {"filePattern": "Sounds/*.caf"},
            {"fileSource": "Videos/Introduction.m4v", "fileDestination": "intro.m4v"},
            {"directorySource": "Textures/x", "directoryDestination": "Copies/x"}, {"fileExclusion": "**/*.jpg"}
            """)
        #expect(
            try workshop.selected(manifest) == [
                "Copies/x/1.png<Textures/x/1.png", "Sounds/s.caf", "Textures/3.png", "Textures/x/1.png", "a.txt",
                "intro.m4v<Videos/Introduction.m4v",
            ])
    }

    @Test func theRootIsAFolderToo() throws {
        let manifest = try workshop.manifest(#"{"directory": "."}, {"fileExclusion": "Manifest.json"}"#)
        #expect(try workshop.selected(manifest).count == 8)
        let moved = try workshop.manifest(
            #"{"directorySource": ".", "directoryDestination": "all"}, {"fileExclusion": "*.json"}"#)
        #expect(try workshop.selected(moved).allSatisfy { $0.hasPrefix("all/") })
        let up = try workshop.manifest(#"{"directorySource": "Textures", "directoryDestination": "."}"#)
        #expect(
            try workshop.selected(up) == [
                "3.png<Textures/3.png", "x/1.png<Textures/x/1.png", "x/2.jpg<Textures/x/2.jpg",
            ])
    }

    @Test func patternsAndNamesMayHoldAnything() throws {
        #expect(try workshop.selected(workshop.manifest(#"{"file": "odd [name] *.txt"}"#)) == ["odd [name] *.txt"])
        #expect(
            try workshop.selected(workshop.manifest(#"{"filePattern": "odd \\[name] \\*.txt"}"#))
                == ["odd [name] *.txt"])
    }

    @Test("C3: paths are relative to the manifest or the working folder")
    func pathsAreRelativeToTheManifestOrTheWorkingFolder() throws {
        try workshop.write("inner", to: "sub/a.txt")
        let text = #"{"assetPackID": "T", "downloadPolicy": {"onDemand": {}}, "fileSelectors": [{"file": "a.txt"}]"#
        let plain = try workshop.write(text + "}", to: "sub/plain.json")
        let rooted = try workshop.write(text + #", "sourceRoot": ".."}"#, to: "sub/rooted.json")
        let other = try Workshop()
        try other.write("from the working folder", to: "a.txt")
        #expect(try PackagingInput(manifestPath: plain, workingFolder: other.path("")).contents.size == 23)
        #expect(try PackagingInput(manifestPath: rooted, workingFolder: other.path("")).contents.size == 5)
    }

    @Test func theSameFileTwiceIsOneFile() throws {
        let manifest = try workshop.manifest(#"{"file": "a.txt"}, {"filePattern": "*.txt"}, {"directory": "."}"#)
        #expect(try workshop.selected(manifest).filter { $0 == "a.txt" } == ["a.txt"])
    }

    @Test func twoSourcesForOnePathAreRefused() throws {
        let manifest = try workshop.manifest(
            "\n  {\"file\": \"a.txt\"},\n  " + #"{"fileSource": "Sounds/s.caf", "fileDestination": "a.txt"}"#)
        let text = try fault(manifest)
        #expect(text.hasPrefix(manifest + ":3:3: error: a.txt would come from"))
        #expect(text.contains("a.txt (by the selector at \(manifest):2:3) and from"))
        #expect(text.contains("Sounds/s.caf"))
    }

    @Test func namesInTwoUnicodeFormsAreTwoFiles() throws {
        // The same letters, composed and not.
        try workshop.write("x", to: "forms/\u{e9}.txt")
        try workshop.write("y", to: "forms/e\u{301}.txt")
        let both = try workshop.manifest(
            "\n  " + #"{"directorySource": "forms", "directoryDestination": "."}"#)
        #expect(try fault(both).contains("differ only in case or Unicode form"))
        let named = try workshop.manifest(
            "\n  {\"file\": \"forms/\u{e9}.txt\"}, {\"file\": \"forms/e\u{301}.txt\"}")
        #expect(try fault(named).contains("differ only in case or Unicode form"))
    }

    @Test func twinsOfFilesAndFoldersAreRefused() throws {
        try workshop.write("x", to: "twins/A/one")
        try workshop.write("x", to: "twins/a/two")
        let twins = try workshop.manifest(
            "\n  " + #"{"directorySource": "twins", "directoryDestination": "."}"#)
        #expect(try fault(twins).hasPrefix(twins + ":2:3: error: A and a differ only in case"))
        let manifest = try workshop.manifest(
            "\n  {\"file\": \"a.txt\"},\n  " + #"{"fileSource": "Sounds/s.caf", "fileDestination": "a.txt/b"}"#)
        #expect(
            try fault(manifest).hasPrefix(
                manifest
                    + ":3:3: error: a.txt would be a file, and a folder for a.txt/b; rename one (the other selector "
                    + "is at \(manifest):2:3)"))
        let unicode = try workshop.manifest(
            #"""
            {"fileSource": "a.txt", "fileDestination": "\u00e9"},
            {"fileSource": "Sounds/s.caf", "fileDestination": "e\u0301"}
            """#)
        #expect(throws: PackagingError.self) { try workshop.selected(unicode) }
    }

    @Test(arguments: [
        (#"{"file": "missing"}"#, "there is no file"), (#"{"file": "Textures"}"#, "is a folder"),
        (#"{"directory": "missing"}"#, "there is no folder"), (#"{"directory": "a.txt"}"#, "is a file"),
        (#"{"filePattern": "[a"}"#, "never closed"), (#"{"filePattern": "*.nothing"}"#, "match no files"),
        (#"{"file": "a.txt"}, {"fileExclusion": "*"}"#, "match no files"),
    ])
    func namesWhatIsMissing(selectors: String, message: String) throws {
        let manifest = try workshop.manifest(selectors)
        let error = #expect(throws: PackagingError.self) { try workshop.selected(manifest) }
        #expect(error.map { "\($0)" }?.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
    }

    /// The cause is a line of the manifest, so the line is named.
    @Test func whatChoosesNothingIsNamed() throws {
        let manifest = try workshop.manifest("\n  {\"filePattern\": \"*.nothing\"},\n  {\"filePattern\": \"*.none\"}")
        let text = try fault(manifest)
        #expect(text.hasPrefix(manifest + ":2:3: error: the selectors match no files"))
        #expect(
            text.contains("the pattern *.nothing matches no file; the pattern *.none matches no file (\(manifest):3:3)")
        )
        let exclusions = try workshop.manifest(#"{"fileExclusion": "*"}"#)
        #expect(try fault(exclusions).contains("match no files"))
    }

    @Test func theSourceRootIsNamed() throws {
        func manifest(_ root: String) throws -> String {
            try workshop.write(
                "{\"assetPackID\": \"T\",\n  \"sourceRoot\": \"\(root)\",\n"
                    + #""downloadPolicy": {"onDemand": {}}, "fileSelectors": [{"file": "a.txt"}]}"#, to: "root.json")
        }
        let path = try manifest("nix")
        #expect(
            try fault(path).hasPrefix(
                path + ":2:17: error: sourceRoot: there is no folder \(workshop.path("nix"))\n"))
        #expect(
            try fault(manifest("a.txt")).hasPrefix(path + ":2:17: error: sourceRoot: \(workshop.path("a.txt")) is not"))
    }

    @Test(arguments: [
        #"{"directory": "."}"#, #"{"filePattern": "**/*[rs]"}"#, #"{"file": "a.txt"}, {"directory": "out"}"#,
        #"{"directorySource": "link", "directoryDestination": "x"}"#,
    ])
    func whatAnEarlierRunWroteIsNoInput(selectors: String) async throws {
        try workshop.write("x", to: "out/x.aar")
        try workshop.link("link", to: "out")
        let manifest = try workshop.manifest(selectors)
        for compression in [Compression.lzfse, .none] {
            let first = try await workshop.package(manifest, to: "out/T.aar", compression: compression).blocks
            let second = try await workshop.package(manifest, to: "out/T.aar", compression: compression).blocks
            #expect(first.archiveDigest == second.archiveDigest)
            #expect(first.contentPaths.contains { $0.hasSuffix("x.aar") })
        }
        // What somebody may want to pack is not replaced, and neither is what is named by itself.
        for name in ["T.aar", "T.blocks"] {
            try workshop.remove("out/T.aar")
            try workshop.remove("out/T.blocks")
            try workshop.write("my own", to: "out/" + name)
            await #expect(throws: PackagingError.outputIsInput(workshop.path("out/" + name))) {
                try await workshop.package(manifest, to: "out/T.aar")
            }
            try workshop.write("x", to: "out/T.aar")
            try workshop.write("x", to: "out/T.blocks")
        }
        let named = try workshop.manifest(#"{"file": "out/T.aar"}"#)
        await #expect(throws: PackagingError.outputIsInput(workshop.path("out/T.aar"))) {
            try await workshop.package(named, to: "out/T.aar")
        }
    }

    @Test func warns() throws {
        let manifest = try workshop.manifest(
            """
            {"directory": "Sounds"}, {"filePattern": "*.nothing"}, {"fileExclusion": "*.none"},
            {"file": "a.txt"}, {"fileExclusion": "a.txt"}
            """)
        let warnings = try PackagingInput(manifestPath: manifest).contents.warnings
        #expect(warnings.count == 4)
        #expect(warnings.contains { $0.contains("the pattern *.nothing matches no file") && $0.contains(":1:") })
        #expect(warnings.contains { $0.contains("this exclusion matches nothing") })
        #expect(warnings.contains { $0.contains("selected and excluded at once") })
        #expect(warnings.contains { $0.contains("Sounds/.hidden") })
    }

    // MARK: Links and other kinds of files

    @Test func linksInsideTheRootAreTheFilesTheyPointTo() throws {
        try workshop.link("links/file", to: "../a.txt")
        try workshop.link("links/absolute", to: workshop.path("a.txt"))
        try workshop.link("links/folder", to: "../Textures")
        let manifest = try workshop.manifest(#"{"directory": "links"}"#)
        let items = try PackagingInput(manifestPath: manifest).contents.items
        #expect(
            items.map(\.destination) == [
                "links/absolute", "links/file", "links/folder/3.png", "links/folder/x/1.png", "links/folder/x/2.jpg",
            ])
        #expect(items.allSatisfy { !$0.source.realPath.hasPrefix("links") })
    }

    @Test func theRootItselfMayBeALink() throws {
        let other = try Workshop()
        try other.link("root", to: workshop.path(""))
        let manifest = try other.write(
            #"{"assetPackID": "T", "sourceRoot": "root", "downloadPolicy": {"onDemand": {}}, "fileSelectors": [{"file": "a.txt"}]}"#,
            to: "m.json")
        #expect(try other.selected(manifest) == ["a.txt"])
    }

    @Test(arguments: ["/etc/hostname", "../../etc/hostname", "/", "../.."])
    func linksThatLeaveTheRootAreRefused(target: String) throws {
        try workshop.link("links/out", to: target)
        for selector in [#"{"file": "links/out"}"#, #"{"directory": "links"}"#, #"{"filePattern": "links/*"}"#] {
            let manifest = try workshop.manifest("\n" + selector)
            let text = try fault(manifest)
            #expect(text.hasPrefix(manifest + ":2:1: error: ") && text.contains("links/out"), "\(selector)")
        }
    }

    @Test func brokenLinksAndLoopsAreRefused() throws {
        try workshop.link("links/broken", to: "nowhere")
        let broken = try workshop.manifest("\n" + #"{"directory": "links"}"#)
        #expect(
            try fault(broken).hasPrefix(
                "\(broken):2:1: error: the symbolic link \(workshop.path("links/broken")) points to nothing"))
        try workshop.link("loop/again", to: "../loop")
        let loop = try workshop.manifest("\n" + #"{"directory": "loop"}"#)
        #expect(
            try fault(loop).hasPrefix("\(loop):2:1: error: the symbolic link \(workshop.path("loop/again")) leads to"))
        try workshop.link("self", to: "self")
        #expect(throws: PackagingError.self) { try workshop.selected(workshop.manifest(#"{"file": "self"}"#)) }
        let excluded = try workshop.manifest(#"{"directory": "."}, {"fileExclusion": "l*"}, {"fileExclusion": "self"}"#)
        #expect(try !workshop.selected(excluded).isEmpty)
    }

    @Test func whatIsNoFileIsRefused() throws {
        let isMade = mkfifo(workshop.path("pipe"), 0o600) == 0
        try #require(isMade)
        for selector in [#"{"file": "pipe"}"#, #"{"filePattern": "p*"}"#] {
            let manifest = try workshop.manifest("\n" + selector)
            #expect(
                try fault(manifest).hasPrefix("\(manifest):2:1: error: \(workshop.path("pipe")) is not a regular file"))
        }
    }

    @Test func namesThatAreNotUTF8AreRefused() throws {
        try workshop.write("x", to: "names/fine")
        let name = Array((workshop.path("names") + "/").utf8CString.dropLast()) + [CChar(bitPattern: 0xff), 0x41, 0]
        let number = name.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { open($0, O_CREAT | O_WRONLY, 0o600) } ?? -1
        }
        let isMade = number >= 0
        try #require(isMade)
        close(number)
        let manifest = try workshop.manifest(#"{"directory": "names"}"#)
        #expect(try fault(manifest).contains(": error: a file name in \(workshop.path("names")) is not UTF-8"))
    }

    @Test func pathsThatNoArchiveHoldsAreRefused() throws {
        let long = Array(repeating: String(repeating: "x", count: 250), count: 5).joined(separator: "/")
        #expect(throws: PackagingError.self) {
            try workshop.selected(
                workshop.manifest(#"{"fileSource": "a.txt", "fileDestination": "\#(long)"}"#))
        }
    }

    @Test func packsThatShareAPathAreFound() {
        let shared = PackContents.sharedPaths(of: [
            ("b", ["x", "y", "y"]), ("a", ["x", "z"]), ("c", ["w"]),
        ])
        #expect(shared.map(\.path) == ["x"])
        #expect(shared.first?.ids == ["a", "b"])
        let many = (0..<30).map { "p\($0)" }
        #expect(PackContents.sharedPathWarnings(of: [("a", many), ("b", many)]).count == 11)
    }
}
