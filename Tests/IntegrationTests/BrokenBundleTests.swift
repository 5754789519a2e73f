// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// A bundle that is no app is refused with the file and the key that are wrong, and leaves nothing behind.
@Suite(.timeLimit(.minutes(5)))
struct BrokenBundleTests {
    /// Something that is wrong with a bundle.
    struct Break: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The file that the error names, in the bundle.
        var file = "Info.plist"
        let causes: [String]
        let change: @Sendable (TemporaryFolder) throws -> Void
    }

    private static let downloader = "Extensions/FixtureDownloader.appex"

    /// Writes bytes in place of the Info.plist.
    private static func plist(_ name: String, _ cause: String, _ bytes: [UInt8]) -> Break {
        Break(testDescription: name, causes: [cause]) { try $0.write(bytes, to: "Game.app/Info.plist") }
    }

    private static func plist(_ name: String, _ cause: String, _ text: String) -> Break {
        plist(name, cause, Array(text.utf8))
    }

    /// Sets a key of the Info.plist, or takes it out.
    private static func key(
        _ key: String, _ value: (any Sendable)?, _ cause: String, in part: String? = nil, name: String? = nil,
        names named: String? = nil
    ) -> Break {
        let file = (part.map { $0 + "/" } ?? "") + "Info.plist"
        return Break(
            testDescription: name ?? "\(part == nil ? "" : "extension: ")\(key) \(value.map { "\($0)" } ?? "missing")",
            file: named ?? file, causes: [key.prefix { $0 != "." }.description, cause]
        ) { folder in
            let url = URL(fileURLWithPath: folder.path("Game.app/" + file))
            let object = try PropertyListSerialization.propertyList(from: Data(contentsOf: url), format: nil)
            var keys = try #require(object as? [String: Any])
            keys[key] = value
            try PropertyListSerialization.data(fromPropertyList: keys, format: .binary, options: 0).write(to: url)
        }
    }

    private static func file(
        _ name: String, _ file: String, _ cause: String, _ change: @escaping @Sendable (String) throws -> Void
    ) -> Break {
        Break(testDescription: name, file: file, causes: [cause]) { try change($0.path("Game.app/" + file)) }
    }

    @Sendable private static func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

    private static func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private static let nested = String(repeating: "<array>", count: 40_000)

    static let unreadable: [Break] = [
        file("no Info.plist", "Info.plist", "is missing", remove),
        file("a folder for it", "Info.plist", "cannot be read") { path in
            try remove(path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        },
        file("a pipe for it", "Info.plist", "cannot be read") { path in
            try remove(path)
            #expect(mkfifo(path, 0o600) == 0)
        },
        plist("empty", "is no property list", ""),
        plist("text", "is no property list", "this is no plist\n"),
        plist("noise", "is no property list", noise(5000, seed: 3)),
        plist("binary form, then noise", "is no property list", Array("bplist00".utf8) + noise(500, seed: 4)),
        plist("cut off", "is no property list", "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>CFBundle"),
        plist("deeply nested", "is no property list", "<plist version=\"1.0\">" + nested),
        plist("over a megabyte", "at most 1 MiB", [UInt8](repeating: 0x20, count: 1 << 20 + 1)),
        plist("an array", "no dictionary at its top level", "<plist version=\"1.0\"><array/></plist>"),
        file("no Info.plist in the extension", downloader + "/Info.plist", "is missing", remove),
    ]

    static let wrongKeys: [Break] = [
        key("CFBundleIdentifier", nil, "lacks the key"),
        key("CFBundleIdentifier", 5, "must be a string"),
        key("CFBundleIdentifier", "../../elsewhere", "ASCII letters"),
        key("CFBundleIdentifier", String(repeating: "a", count: 129), "128", name: "CFBundleIdentifier too long"),
        key("CFBundleExecutable", nil, "lacks the key"),
        key("CFBundleExecutable", "../bin/sh", "without slashes"),
        key("CFBundleExecutable", ["a"], "must be a string"),
        key("CFBundleExecutable", "Nothing", "missing", name: "CFBundleExecutable names nothing", names: "Nothing"),
        key("CFBundleVersion", 2.5, "must be a string"),
        key("BAAppGroupID", true, "must be a string"),
        key("BAAppGroupID", "a/b", "ASCII letters"),
        key("BAHasManagedAssetPacks", "yes", "must be true or false"),
        key("BAManifestURL", "http://example.com/manifest", "only https"),
        key("BAManifestURL", 1, "must be a string"),
        key("BAInitialDownloadRestrictions", "none", "must be a dictionary"),
        key(
            "BAInitialDownloadRestrictions", ["BADownloadAllowance": -1], "number of bytes",
            name: "negative allowance"),
        key(
            "BAInitialDownloadRestrictions", ["BADownloadDomainAllowList": "*"], "array of strings",
            name: "domain list that is none"),
        key("BAMaxInstallSize", "big", "number of bytes"),
        key("CFBundleIdentifier", nil, "lacks the key", in: downloader),
        key("CFBundleIdentifier", "org.other.downloader", "must begin with the app's", in: downloader),
        key("CFBundleExecutable", nil, "lacks the key", in: downloader),
        key("EXAppExtensionAttributes", nil, "EXExtensionPointIdentifier", in: downloader),
        key("EXAppExtensionAttributes", "x", "must be a dictionary", in: downloader),
    ]

    static let executables: [Break] = [
        file("no executable", "FixtureGame", "is missing or no regular file", remove),
        file("an executable without its bit", "FixtureGame", "chmod +x") { try setMode(0o644, of: $0) },
        file("no executable in the extension", downloader + "/FixtureDownloader", "is missing", remove),
        file("an extension without its bit", downloader + "/FixtureDownloader", "chmod +x") {
            try setMode(0o644, of: $0)
        },
        file("a folder as the extension's executable", downloader + "/FixtureDownloader", "no regular file") { path in
            try remove(path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        },
    ]

    @Test("an app whose Info.plist cannot be read is refused") func unreadableInfoPlist() async throws {
        try await expectRefusals(Self.unreadable)
    }

    @Test("C8: an app with missing and wrong keys is refused") func missingAndWrongKeys() async throws {
        try await expectRefusals(Self.wrongKeys)
    }

    @Test("an app without its executables is refused") func missingExecutables() async throws {
        try await expectRefusals(Self.executables)
    }

    private func expectRefusals(_ breaks: [Break]) async throws {
        try await World.with { world in
            try await world.makeApp()
            let good = world.folder.path("Good.app")
            try FileManager.default.moveItem(atPath: world.folder.path("Game.app"), toPath: good)
            try await expectSuccess(world.ba("apps"))
            try await world.serving {
                for wrong in breaks {
                    try FileManager.default.copyItem(atPath: good, toPath: world.folder.path("Game.app"))
                    try wrong.change(world.folder)
                    let comment = Comment(rawValue: wrong.testDescription)
                    for verb in ["install", "register"] {
                        let run = try await world.ba(verb, "Game.app")
                        #expect(run.status == 65, "\(wrong.testDescription): \(run.output)")
                        for text in wrong.causes + [world.folder.path("Game.app/" + wrong.file)] {
                            #expect(run.errors.contains(text), "\(wrong.testDescription): \(run.errors)")
                        }
                        #expect(run.errors.contains("`ba doctor") || run.errors.contains("`ba bundle"), comment)
                    }
                    // The doctor finds it too, without an installation.
                    let doctor = try await world.ba("doctor", "Game.app")
                    #expect(doctor.status != 0, comment)
                    try FileManager.default.removeItem(atPath: world.folder.path("Game.app"))
                }
                try await world.expectNoApp()
            }
        }
    }

    @Test("a broken update leaves the installed version as it was") func aBrokenUpdateLeavesTheInstalledVersion()
        async throws
    {
        try await World.with { world in
            try await world.makeApp()
            try await expectSuccess(world.ba("install", "Game.app"))
            try await world.makeApp(version: "2.0", build: "2")
            try FileManager.default.removeItem(atPath: world.folder.path("Game.app/FixtureGame"))
            let run = try await world.ba("install", "Game.app")
            #expect(run.status == 65 && run.errors.contains("FixtureGame"), "\(run.errors)")
            #expect(world.names(in: "s/apps/\(World.bundleID)") == ["1.0-1"])
            #expect(try await world.game("unknown") == ["unknown command unknown"])
        }
    }

    @Test("C8: what managed packs need and an app lacks is told by the framework")
    func whatManagedPacksNeedIsToldByTheFramework() async throws {
        try await World.with { world, server in
            try await world.pack("Extra", files: ["file": [1]])
            try await world.publish(on: server)
            let cases: [(String, String, @Sendable (TemporaryFolder) throws -> Void)] = [
                ("BAHasManagedAssetPacks", "set it to true", Self.key("BAHasManagedAssetPacks", nil, "").change),
                ("BAAppGroupID", "name the app group", Self.key("BAAppGroupID", nil, "").change),
                (
                    "no downloader extension", "`ba new-extension`",
                    { try Self.remove($0.path("Game.app/Extensions")) }
                ),
            ]
            for (key, cure, change) in cases {
                try await world.makeApp()
                try change(world.folder)
                let install = try expectSuccess(try await world.ba("install", "Game.app"))
                let lines = try await world.game("get", "Extra", "check", "", "remove", "Extra")
                #expect(lines.count == 3, "\(lines)")
                for line in lines {
                    #expect(line.hasPrefix("error ") && line.contains(key) && line.contains(cure), "\(line)")
                    #expect(line.contains(World.bundleID), "\(line)")
                }
                if key != "BAHasManagedAssetPacks" {
                    #expect(install.errors.contains(key) && install.errors.contains(cure), "\(install.errors)")
                }
                let doctor = try await world.ba("doctor", World.bundleID)
                #expect((doctor.output + doctor.errors).contains(key), "\(doctor.output)\(doctor.errors)")
                try await world.expectNothingLeft()
                try await expectSuccess(world.ba("uninstall", World.bundleID))
                try await world.expectNoApp()
            }
        }
    }
}
