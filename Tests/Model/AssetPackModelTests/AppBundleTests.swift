// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import Testing

@Suite struct AppBundleTests {
    /// A bundle on disk that is removed with the value.
    private final class Folder {
        let path: String

        init() throws {
            path = FileManager.default.temporaryDirectory.appending(path: "bundle-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(
                atPath: path + "/Extensions/D.appex", withIntermediateDirectories: true)
            try write(Data(PropertyList(SampleBundle.managed).xml()), "Info.plist")
            try write(Data(PropertyList(SampleBundle.downloader).xml()), "Extensions/D.appex/Info.plist")
            try write(Data("#!/bin/sh\n".utf8), "Coast", mode: 0o755)
            try write(Data("#!/bin/sh\n".utf8), "Extensions/D.appex/Downloader", mode: 0o755)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ data: Data, _ name: String, mode: Int = 0o644) throws {
            try data.write(to: URL(fileURLWithPath: path + "/" + name))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + "/" + name)
        }

        func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

        func findings() throws -> [String] {
            BundleRules(try BundleInformation(readingBundleAt: path)).findings.map { "\($0.subject): \($0.message)" }
        }
    }

    @Test func readsARightBundle() throws {
        let folder = try Folder()
        #expect(try folder.findings().isEmpty)
        let bundle = try AppBundle(path: folder.path)
        #expect(bundle.information.bundleID == "com.example.coast")
        #expect(bundle.information.version == "1.0" && bundle.information.build == "7")
        #expect(bundle.information.name == "com.example.coast")
        #expect(bundle.information.appGroupID == "group.com.example.coast")
        #expect(bundle.information.hasManagedAssetPacks && bundle.information.usesAppleHosting)
        #expect(bundle.executablePath == folder.path + "/Coast")
        #expect(bundle.downloaderExtension?.executablePath == folder.path + "/Extensions/D.appex/Downloader")
        #expect(bundle.managedProblem == nil)
    }

    @Test(
        "An app is a game by its category",
        arguments: [
            ("public.app-category.games", true), ("public.app-category.puzzle-games", true),
            ("public.app-category.video", false), ("games", false),
        ])
    func games(_ category: String, _ isGame: Bool) throws {
        let folder = try Folder()
        var keys = SampleBundle.managed
        keys["LSApplicationCategoryType"] = .string(category)
        try folder.write(Data(PropertyList(keys).xml()), "Info.plist")
        #expect(try AppBundle(path: folder.path).information.isGame == isGame)
        keys["LSApplicationCategoryType"] = .integer(1)
        try folder.write(Data(PropertyList(keys).xml()), "Info.plist")
        #expect(throws: AppBundleError.self) { try AppBundle(path: folder.path) }
    }

    @Test func readsBinaryPropertyLists() throws {
        let folder = try Folder()
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        try folder.write(try encoder.encode(SampleBundle.unmanaged), "Info.plist")
        let information = try AppBundle(path: folder.path).information
        #expect(information.restrictions?.downloadAllowance == 1000)
        #expect(information.restrictions?.domainAllowList?.names == ["*.example.com", "example.com"])
        #expect(information.maxInstallSize == 1000 && information.essentialMaxInstallSize == 0)
        #expect(information.manifestURL == "https://example.com/manifest.json")
    }

    /// Whoever makes a bundle learns of all at once, the service throws the first obstacle.
    @Test func allProblemsAreListedAndTheFirstObstacleIsThrown() throws {
        let folder = try Folder()
        var app = SampleBundle.managed
        app["CFBundleVersion"] = nil
        app["BAAppGroupID"] = .string("a b")
        try folder.write(Data(PropertyList(app).xml()), "Info.plist")
        try folder.remove("Extensions/D.appex/Downloader")
        try folder.write(Data("#!".utf8), "Coast")
        let findings = try folder.findings()
        #expect(findings.count == 4)
        for words in [
            "CFBundleVersion", "BAAppGroupID", "Coast: it is not executable", "D.appex/Downloader: it is missing",
        ] {
            #expect(findings.contains { $0.contains(words) }, "\(findings)")
        }
        let error = #expect(throws: AppBundleError.self) { try AppBundle(path: folder.path) }
        #expect(error?.description.hasPrefix(folder.path + "/Info.plist: BAAppGroupID is no identifier") == true)
    }

    @Test("C8: a receipt names the host that the build came from") func receipts() throws {
        let folder = try Folder()
        func receive(_ values: [String: PropertyValue]) throws {
            try folder.write(Data(PropertyList(values).xml()), BuildReceipt.fileName)
        }
        #expect(try AppBundle(path: folder.path).information.receipt == nil)
        try receive(BuildReceipt.list(bundleID: "com.example.coast", host: "https://host.example/beta").values)
        #expect(try AppBundle(path: folder.path).information.receipt?.host == "https://host.example/beta")

        let right: [String: PropertyValue] = BuildReceipt.list(bundleID: "com.example.coast", host: "https://h").values
        for (key, value, words) in [
            ("CFBundleIdentifier", PropertyValue.string("com.example.other"), "receipt of another app"),
            ("CFBundleIdentifier", nil, "it lacks the key CFBundleIdentifier"),
            ("BAHostURL", .string("http://host.example"), "must be an https URL, and is http://host.example"),
            ("BAHostURL", .integer(1), "BAHostURL must be a string"),
            ("BAHostURL", nil, "it lacks the key BAHostURL"),
            ("BADeviceToken", .string("a b"), "BADeviceToken must be a token"),
            ("BADeviceToken", .integer(1), "BADeviceToken must be a string"),
        ] {
            var values = right
            values[key] = value
            try receive(values)
            let error = #expect(throws: AppBundleError.self) { try AppBundle(path: folder.path) }
            #expect(
                error.map { $0.description.contains("/Receipt.plist: ") && $0.description.contains(words) } == true,
                "\(error?.description ?? "")")
        }
        try folder.write(Data("no list".utf8), BuildReceipt.fileName)
        let error = #expect(throws: AppBundleError.self) { try AppBundle(path: folder.path) }
        #expect(error?.kind == .malformed)

        // To an app that does not use its host it is a file like any other.
        var app = SampleBundle.managed
        app["BAUsesAppleHosting"] = nil
        app["BAManifestURL"] = .string("https://example.com/manifest.json")
        try folder.write(Data(PropertyList(app).xml()), "Info.plist")
        #expect(try AppBundle(path: folder.path).information.receipt == nil)
    }

    @Test func theBitThatTheServiceWithholdsIsNoProblem() throws {
        let folder = try Folder()
        try folder.write(Data("#!".utf8), "Coast", mode: 0o644)
        let error = #expect(throws: AppBundleError.self) { try AppBundle(path: folder.path) }
        #expect(error?.description.contains("/Coast: it is not executable") == true)
        #expect(try AppBundle(path: folder.path, requireExecutableBit: false).information.executable == "Coast")
    }

    @Test func anExtensionOfAnotherPointIsPassedOver() throws {
        let folder = try Folder()
        try folder.write(
            Data(
                PropertyList(["EXAppExtensionAttributes": .dictionary(["EXExtensionPointIdentifier": .string("x")])])
                    .xml()),
            "Extensions/D.appex/Info.plist")
        let bundle = try AppBundle(path: folder.path)
        #expect(bundle.downloaderExtension == nil)
        #expect(bundle.managedProblem?.contains("no downloader extension") == true)
    }

    @Test func filesThatAreNoPropertyLists() throws {
        let folder = try Folder()
        func kind(_ data: Data?) throws -> AppBundleError.Kind? {
            if let data { try folder.write(data, "Info.plist") } else { try folder.remove("Info.plist") }
            let error = #expect(throws: AppBundleError.self) { try AppBundle(path: folder.path) }
            #expect(error?.description.contains(folder.path + "/Info.plist") == true)
            return error?.kind
        }
        #expect(try kind(Data()) == .malformed)
        #expect(try kind(Data("<plist><array/></plist>".utf8)) == .malformed)
        #expect(try kind(Data("bplist00\u{ff}".utf8)) == .malformed)
        #expect(try kind(Data(repeating: 0x20, count: PropertyList.limit + 1)) == .unreadable)
        let deep = String(repeating: "<array>", count: 100_000)
        #expect(try kind(Data("<plist version=\"1.0\"><dict><key>a</key>\(deep)".utf8)) == .malformed)
        #expect(try kind(nil) == .malformed)
        #expect(throws: AppBundleError.self) { try AppBundle(path: folder.path + "/nothing.app") }
        #expect(mkfifo(folder.path + "/Info.plist", 0o600) == 0)
        let error = #expect(throws: AppBundleError.self) { try AppBundle(path: folder.path) }
        #expect(error?.kind == .unreadable)
    }

    private func isRead(_ bytes: some Sequence<UInt8>) -> Bool {
        (try? PropertyList(parsing: Data(bytes), path: "deep")) != nil
    }

    /// Nesting is bounded: each level costs the parser some of its stack.
    @Test(arguments: [10, 33, 400, 50_000]) func nestingIsBounded(depth: Int) throws {
        let arrays = String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
        let xml =
            "<plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>a ((( {{{</string><key>x</key>"
            + arrays + "</dict></plist>"
        #expect(isRead(xml.utf8) == (depth == 10))
        let hidden = String(repeating: "<array><!--</array>--><![CDATA[</array>]]>", count: depth)
        if depth > 10 { #expect(!isRead(("<plist><dict><key>a</key>" + hidden).utf8)) }
        let wide = try #require(xml.data(using: .utf16))
        if depth > 10 { #expect(!isRead(wide)) }
        let old = "{ a = " + String(repeating: "(", count: depth) + String(repeating: ")", count: depth) + "; }"
        if depth > 10 { #expect(!isRead(old.utf8)) }
        let empty = "<plist><dict><key>a</key><array>" + String(repeating: "<array/>", count: min(depth, 400))
        #expect(isRead((empty + "</array></dict></plist>").utf8))
    }

    /// A binary list whose objects refer to each other in a ring, in a long row, or each twice to the next.
    @Test func referencesOfTheBinaryFormAreBounded() throws {
        func list(_ objects: [[UInt8]]) -> [UInt8] {
            var bytes = Array("bplist00".utf8)
            var offsets: [UInt8] = []
            for object in objects {
                offsets.append(UInt8(bytes.count >> 8))
                offsets.append(UInt8(bytes.count & 0xff))
                bytes += object
            }
            let numbers = [objects.count, 0, bytes.count]
            bytes += offsets
            bytes += [0, 0, 0, 0, 0, 0, 2, 1] as [UInt8]
            for number in numbers {
                withUnsafeBytes(of: UInt64(number).bigEndian) { bytes.append(contentsOf: $0) }
            }
            return bytes
        }
        let key: [UInt8] = [0x51, 0x61]
        let head: [[UInt8]] = [[0xd1, 1, 2], key]
        // {"a": "a"}, which is right.
        #expect(isRead(list([[0xd1, 1, 1], key])))
        let ring: [[UInt8]] = head + [[0xa1, 0]]
        #expect(!isRead(list(ring)))
        var row = head
        for number in 2..<200 { row.append([0xa1, UInt8(number + 1)]) }
        #expect(!isRead(list(row + [key])))
        var doubling = head
        for number in 2..<30 { doubling.append([0xa2, UInt8(number + 1), UInt8(number + 1)]) }
        #expect(!isRead(list(doubling + [key])))
    }

    @Test func noiseIsNoDanger() throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let good = Array(try encoder.encode(SampleBundle.unmanaged))
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<3000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: 8..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = isRead(bytes)
        }
    }
}
