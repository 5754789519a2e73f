// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import ServiceInterface
import SystemSupport
import Testing

@testable import ControlCommands

@Suite(.timeLimit(.minutes(2))) struct BundleCommandTests {
    private static let arguments = [
        "bundle", "--executable", "build/Coast", "--extension-executable", "build/Downloader", "--info", "Info.plist",
        "--extension-info", "Extension.plist", "--resources", "Resources", "-o", "out/Coast.app",
    ]

    private func prepare(
        _ session: ToolSession, app: [String: PropertyValue] = SampleBundle.managed,
        downloader: [String: PropertyValue] = SampleBundle.downloader
    ) throws {
        try session.write("#!game", to: "build/Coast", mode: 0o755)
        try session.write("#!extension", to: "build/Downloader", mode: 0o755)
        try session.write(try SampleBundle.xml(app), to: "Info.plist")
        try session.write(try SampleBundle.xml(downloader), to: "Extension.plist")
        try session.write("icon", to: "Resources/Icons/coast.svg")
    }

    @Test func writesTheFlatLayout() async throws {
        try await ToolSession.with { session in
            try prepare(session)
            let outcome = await session.run(Self.arguments)
            #expect(outcome.status == 0, "\(outcome.error)")
            #expect(try session.read("out/Coast.app/Coast") == "#!game")
            #expect(try session.read("out/Coast.app/Icons/coast.svg") == "icon")
            #expect(try session.read("out/Coast.app/Extensions/Downloader.appex/Downloader") == "#!extension")
            #expect(FileStatus(path: session.folder + "/out/Coast.app/Coast")?.permissions == 0o755)
            let bundle = try BundleInformation(readingBundleAt: session.folder + "/out/Coast.app")
            #expect(bundle.info["CFBundleName"] == .string("Coast"))
            #expect(bundle.info["BAHasManagedAssetPacks"] == .boolean(true))
            #expect(bundle.extensions.map(\.name) == ["Downloader.appex"])
            #expect(BundleRules(bundle).findings.isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder + "/out") == ["Coast.app"])
        }
    }

    @Test func saysWhatItMadeToPrograms() async throws {
        try await ToolSession.with { session in
            try prepare(session)
            let outcome = await session.run(Self.arguments + ["--json"])
            #expect(
                outcome.json as? [String: String]
                    == ["bundleID": "com.example.coast", "path": session.folder + "/out/Coast.app"])
        }
    }

    @Test func fillsInWhatFollows() async throws {
        try await ToolSession.with { session in
            var app = SampleBundle.managed
            app["CFBundleExecutable"] = nil
            app["CFBundleVersion"] = nil
            try prepare(session, app: app, downloader: [:])
            #expect(await session.run(Self.arguments).status == 0)
            let bundle = try BundleInformation(readingBundleAt: session.folder + "/out/Coast.app")
            let downloader = try #require(bundle.extensions.first).info
            #expect(bundle.info["CFBundleExecutable"] == .string("Coast"))
            #expect(bundle.info["CFBundleVersion"] == .string("1.0"))
            #expect(downloader["CFBundleIdentifier"] == .string("com.example.coast.Downloader"))
            #expect(downloader["CFBundleVersion"] == .string("1.0"))
            #expect(bundle.extensions.first?.isDownloader == true)
        }
    }

    @Test func replacesABundleWhole() async throws {
        try await ToolSession.with { session in
            try prepare(session)
            try session.write("old", to: "out/Coast.app/Info.plist")
            try session.write("old", to: "out/Coast.app/leftover")
            #expect(await session.run(Self.arguments).status == 0)
            #expect(FileStatus(path: session.folder + "/out/Coast.app/leftover") == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder + "/out") == ["Coast.app"])
        }
    }

    @Test func doesNotReplaceAnythingElse() async throws {
        try await ToolSession.with { session in
            try prepare(session)
            try session.write("precious", to: "out/Coast.app/file")
            #expect(await session.run(Self.arguments).status == 73)
            #expect(try session.read("out/Coast.app/file") == "precious")
        }
    }

    @Test(arguments: [("Info.plist", Int32(73)), ("Coast", 73)])
    func refusesResourcesThatAreInTheWay(name: String, status: Int32) async throws {
        try await ToolSession.with { session in
            try prepare(session)
            try session.write("mine", to: "Resources/" + name)
            let outcome = await session.run(Self.arguments)
            #expect(outcome.status == status)
            #expect(outcome.error.contains("twice"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder + "/out").isEmpty)
        }
    }

    @Test func refusesSymbolicLinks() async throws {
        try await ToolSession.with { session in
            try prepare(session)
            try FileManager.default.createSymbolicLink(
                atPath: session.folder + "/Resources/link", withDestinationPath: "/etc/passwd")
            let outcome = await session.run(Self.arguments)
            #expect(outcome.status == 74)
            #expect(outcome.error.contains("files and folders only"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder + "/out").isEmpty)
        }
    }

    @Test func writesNothingWhenKeysAreWrong() async throws {
        try await ToolSession.with { session in
            var app = SampleBundle.managed
            app["BAAppGroupID"] = nil
            try prepare(session, app: app)
            let outcome = await session.run(Self.arguments)
            #expect(outcome.status == 78)
            #expect(outcome.error.contains("lacks the key BAAppGroupID"))
            #expect(FileStatus(path: session.folder + "/out") == nil)
        }
    }

    @Test(
        arguments: [
            (["bundle", "--executable", "none", "--info", "Plain.plist", "-o", "A.app"], Int32(66)),
            (["bundle", "--executable", "none", "--info", "none.plist", "-o", "A.app"], 66),
            (["bundle", "--executable", "none", "--info", "text", "-o", "A.app"], 65),
            (["bundle", "--executable", "none", "--info", "Plain.plist", "-o", "A"], 64),
            (["bundle", "--info", "Plain.plist", "-o", "A.app"], 64),
        ] as [([String], Int32)])
    func refusesWhatCannotBeBundled(arguments: [String], status: Int32) async throws {
        try await ToolSession.with { session in
            try session.write(
                try SampleBundle.xml(SampleBundle.managed.filter { $0.key.hasPrefix("CF") }), to: "Plain.plist")
            try session.write("no plist", to: "text")
            #expect(await session.run(arguments).status == status)
        }
    }

    @Test func keepsEveryTypeOfValue() throws {
        let list = PropertyList([
            "string": .string("ä & <"), "boolean": .boolean(false), "integer": .integer(1), "zero": .integer(0),
            "real": .real(0.5), "date": .date(Date(timeIntervalSince1970: 1000)), "data": .data(Data([1, 2])),
            "array": .array([.boolean(true), .integer(1)]), "dictionary": .dictionary(["a": .string("b")]),
        ])
        let path = "/tmp/ctl-plist-\(UInt32.random(in: .min ... .max))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(list.xml()).write(to: URL(fileURLWithPath: path))
        #expect(try PropertyList(readingFileAt: path) == list)
    }
}
