// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import SystemSupport
import Testing

@testable import ControlCommands

@Suite(.timeLimit(.minutes(2))) struct NewExtensionCommandTests {
    @Test(arguments: [("host", "StoreDownloaderExtension"), ("self", "ManagedDownloaderExtension")])
    func writesATargetThatParses(hosting: String, name: String) async throws {
        try await ToolSession.with { session in
            try session.write("// swift-tools-version: 6.2\n", to: "Package.swift")
            let outcome = await session.run("new-extension", "--hosting", hosting, "Downloader")
            #expect(outcome.status == 0, "\(outcome.error)")
            let code = try session.read("Sources/Downloader/Downloader.swift")
            #expect(code.contains("@main\nstruct DownloaderExtension: \(name) {"))
            let info = try PropertyList(readingFileAt: session.folder + "/Sources/Downloader/Info.plist")
            #expect(BundleInformation.Extension(name: "Downloader.appex", info: info).isDownloader)
            #expect(outcome.output.contains(hosting == "host" ? "<key>BAUsesAppleHosting</key>" : "<key>BAManifestURL"))
            try await expectParses("Sources/Downloader/Downloader.swift", session)

            let template = try ExtensionTemplate(
                hosting: try #require(ExtensionTemplate.Hosting(rawValue: hosting)), name: "Downloader")
            try session.write(
                "import PackageDescription\nlet targets: [Target] = [\n\(template.packageLines)\n]\n", to: "lines.swift"
            )
            try await expectParses("lines.swift", session)
            try session.write("<plist><dict>\(template.appKeys)</dict></plist>", to: "keys.plist")
            let keys = try PropertyList(readingFileAt: session.folder + "/keys.plist")
            #expect(keys.boolean("BAHasManagedAssetPacks") == true)
        }
    }

    @Test func saysWhatItWroteToPrograms() async throws {
        try await ToolSession.with { session in
            try session.write("// swift-tools-version: 6.2\n", to: "Package.swift")
            let outcome = await session.run("new-extension", "--hosting", "self", "Downloader", "--json")
            #expect(outcome.status == 0, "\(outcome.error)")
            let written = try #require(outcome.json as? [String: Any])
            let folder = session.folder + "/Sources/Downloader/"
            #expect(written["files"] as? [String] == [folder + "Downloader.swift", folder + "Info.plist"])
            #expect((written["appKeys"] as? String)?.contains("<key>BAManifestURL") == true)
        }
    }

    /// The code that is written, and the same without its one method, both compile as they are.
    @Test("C4: an extension needs no code of its own", arguments: ["host", "self"])
    func needsNoCodeOfItsOwn(hosting: String) async throws {
        try await ToolSession.with { session in
            let template = try ExtensionTemplate(
                hosting: try #require(ExtensionTemplate.Hosting(rawValue: hosting)), name: "Downloader")
            let lines = template.code.split(separator: "\n", omittingEmptySubsequences: false)
            let opening = try #require(lines.firstIndex { $0.hasPrefix("struct ") })
            let bare = lines[...opening].joined(separator: "\n") + "\n}\n"
            for (code, name) in [(template.code, "Whole.swift"), (bare, "Bare.swift")] {
                try session.write(code, to: name)
                try await expectCompiles(name, session)
            }
            try session.write(bare.replacing("Extension {", with: "Extension { let a: Int = \"\" "), to: "Wrong.swift")
            await #expect(throws: (any Error).self) { try await expectCompiles("Wrong.swift", session) }
        }
    }

    /// Runs the compiler over a file that imports the modules which were built with the tests.
    private func expectCompiles(_ file: String, _ session: ToolSession) async throws {
        var context = ControlContext.current
        context.directory = session.folder
        let products = AssetTestSupport.ProgramRun.programs
        let maps = [
            products + "/CSystemShims.build/module.modulemap",
            // .build/<triple>/<configuration>/
            products + "/../../checkouts/swift-system/Sources/CSystem/include/module.modulemap",
        ]
        try await ProgramRun.run(
            ["swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", "-I", products + "/Modules"]
                + maps.flatMap { ["-Xcc", "-fmodule-map-file=" + $0] } + [file],
            in: session.folder, context: context)
    }

    /// Runs the compiler's parser over a file.
    private func expectParses(_ file: String, _ session: ToolSession) async throws {
        var context = ControlContext.current
        context.directory = session.folder
        try await ProgramRun.run(["swiftc", "-frontend", "-parse", file], in: session.folder, context: context)
    }

    @Test func overwritesNothing() async throws {
        try await ToolSession.with { session in
            try session.write("// swift-tools-version: 6.2\n", to: "Package.swift")
            try session.write("mine", to: "Sources/Downloader/Downloader.swift")
            #expect(await session.run("new-extension", "--hosting", "self", "Downloader").status == 73)
            #expect(try session.read("Sources/Downloader/Downloader.swift") == "mine")
        }
    }

    @Test(arguments: ["", "1a", "a-b", "../a", "ä", "main", "class", "StoreKit", String(repeating: "a", count: 65)])
    func refusesNamesThatNameNoTarget(name: String) async throws {
        try await ToolSession.with { session in
            try session.write("// swift-tools-version: 6.2\n", to: "Package.swift")
            #expect(await session.run("new-extension", "--hosting", "self", name).status == 64)
            #expect(FileStatus(path: session.folder + "/Sources") == nil)
        }
    }

    @Test func needsAPackage() async throws {
        try await ToolSession.with { session in
            #expect(await session.run("new-extension", "--hosting", "self", "Downloader").status == 66)
        }
    }
}
