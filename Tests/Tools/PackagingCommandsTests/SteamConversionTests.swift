// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import PackagingCommands
import Testing

@Suite struct SteamConversionTests {
    private func convert(
        _ body: String, kind: String = "DepotBuildConfig", depotID: String? = nil, contentRoot: String? = nil,
        content: SourceRoot? = nil
    ) throws -> SteamConversion.Result {
        try SteamConversion.convert(
            SourceText(name: "depot.vdf", bytes: Array("\"\(kind)\"\n{\n\(body)\n}\n".utf8)), depotID: depotID,
            contentRoot: contentRoot
        ) { _ in content }
    }

    private func kinds(_ body: String, content: SourceRoot? = nil) throws -> [FileSelector.Kind] {
        try convert(body, content: content).selectors.map(\.kind)
    }

    @Test func mapsFoldersFilesAndPatterns() throws {
        #expect(
            try kinds(
                #"""
                "DepotID" "1001" // the number
                "FileMapping" { "LocalPath" "*" "DepotPath" "." "Recursive" "1" }
                "FileMapping" { "LocalPath" "bin\*" "DepotPath" "executables\" "recursive" "1" }
                "filemapping" { "LocalPath" "bin\*" "DepotPath" "." "Recursive" "1" }
                "FileMapping" { "LocalPath" "maps\a?[1].bsp" }
                "FileMapping" { "LocalPath" "maps\*.bsp" "Recursive" "1" }
                "FileMapping" { "LocalPath" "de\install.vdf" "DepotPath" ".\" }
                "FileMapping" { "LocalPath" "de\install.vdf" "DepotPath" "setup.vdf" }
                "FileMapping" { "LocalPath" ".\readme.txt" "DepotPath" "." }
                "FileExclusion" "*.pdb" [$WIN32]
                "FileExclusion" "bin\tools*"
                """#) == [
                    .directory(""), .renamedDirectory(source: "bin", destination: "executables"), .directory("bin"),
                    .filePattern("maps/a?\\[1].bsp"), .filePattern("maps/**/*.bsp"),
                    .renamedFile(source: "de/install.vdf", destination: "install.vdf"),
                    .renamedFile(source: "de/install.vdf", destination: "setup.vdf"), .file("readme.txt"),
                    .fileExclusion("**/*.pdb"), .fileExclusion("bin/tools*"),
                ])
    }

    @Test func namesSingleFilesThatGoElsewhere() throws {
        let workshop = try Workshop()
        for name in ["bin/a.exe", "bin/b.exe", "bin/c.dll", "bin/x/d.exe"] { try workshop.write("x", to: name) }
        let content = try SourceRoot(workshop.path(""))
        let mapping = #""FileMapping" { "LocalPath" "bin\*.exe" "DepotPath" "exe\" "#
        #expect(
            try kinds(mapping + "}", content: content) == [
                .renamedFile(source: "bin/a.exe", destination: "exe/a.exe"),
                .renamedFile(source: "bin/b.exe", destination: "exe/b.exe"),
            ])
        #expect(
            try kinds(mapping + #""Recursive" "1" }"#, content: content).last
                == .renamedFile(source: "bin/x/d.exe", destination: "exe/x/d.exe"))
        #expect(throws: PackagingError.self) { try kinds(mapping + "}") }
        #expect(
            try kinds(#""FileMapping" { "LocalPath" "bin" "DepotPath" "other" }"#, content: content)
                == [.renamedDirectory(source: "bin", destination: "other")])
    }

    @Test func findsTheContentRoot() throws {
        let mapping = #""FileMapping" { "LocalPath" "*" "DepotPath" "." "Recursive" "1" }"#
        #expect(try convert(mapping).sourceRoot == ".")
        #expect(try convert(#""ContentRoot" "..\content\" "# + mapping).sourceRoot == "../content")
        #expect(try convert(#""ContentRoot" "x" "# + mapping, contentRoot: "/y").sourceRoot == "/y")
        #expect(throws: PackagingError.self) { try convert(#""ContentRoot" "C:\content" "# + mapping) }
        let app = #""ContentRoot" "c" "Depots" { "1" { \#(mapping) } "2" { \#(mapping) } }"#
        #expect(try convert(app, kind: "AppBuild", depotID: "2").sourceRoot == "c")
        #expect(throws: PackagingError.self) { try convert(app, kind: "AppBuild") }
        #expect(throws: PackagingError.self) { try convert(app, kind: "AppBuild", depotID: "3") }
        #expect(throws: PackagingError.self) { try convert(#""Depots" { "1" "depot.vdf" }"#, kind: "AppBuild") }
    }

    @Test func warnsOfWhatHasNoCounterpart() throws {
        let result = try convert(
            #""FileMapping" { "LocalPath" "a" } "InstallScript" "x.vdf" "FileProperties" { "LocalPath" "a" }"#)
        #expect(result.warnings.count == 2)
        #expect(result.warnings.first?.hasPrefix("depot.vdf:3:") == true)
    }

    @Test(arguments: [
        "", #""FileExclusion" "a""#, #""FileMapping" "x""#, #""FileMapping" { }"#,
        #""FileMapping" { "LocalPath" "..\x" }"#, #""FileMapping" { "LocalPath" "C:\x" }"#,
        #""FileMapping" { "LocalPath" "x" "DepotPath" "..\y" }"#, #""FileMapping" { "LocalPath" "x""#,
        #""FileMapping" {"#,
        #""FileMapping""#, "}", "{", "\"open", "[open", #""FileExclusion" { "a" "b" }"#,
    ])
    func refuses(body: String) { #expect(throws: PackagingError.self) { try convert(body) } }

    @Test func refusesOtherScripts() {
        #expect(throws: PackagingError.self) { try convert("", kind: "Shortcuts") }
        for text in ["", "// nothing", "\"a\" {} \"b\" {}", String(repeating: "a{", count: 1000)] {
            #expect(throws: SourceError.self) {
                try SteamScriptParser.parse(SourceText(name: "x", bytes: Array(text.utf8)))
            }
        }
    }

    @Test func aBackslashBeforeTheLastQuoteIsOneOfAPath() throws {
        let node = try SteamScriptParser.parse(
            SourceText(name: "x", bytes: Array(#""r" { "a" "bin\" "b" "say \"hi\" now" c d }"#.utf8)))
        #expect(node.text("A") == #"bin\"#)
        #expect(node.text("c") == "d")
    }
}
