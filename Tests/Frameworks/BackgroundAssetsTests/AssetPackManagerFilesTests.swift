// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation
import Glibc
import IPCTestSupport
import Testing

@Suite struct AssetPackManagerFilesTests {
    private let service: FakeService
    private let manager: AssetPackManager

    init() throws {
        service = try FakeService()
        service.publish(
            "tutorial", version: 3,
            files: [
                "Videos/Introduction.m4v": String(repeating: "v", count: 100_000), "Videos/empty": "",
                "shared.txt": "tutorial",
            ])
        service.publish("a-level", version: 1, files: ["shared.txt": "level", "Videos/level.m4v": "l"])
        service.publish("speech-de", version: 1, files: ["speech.wav": "de"], language: "de")
        service.publish("speech-en", version: 1, files: ["speech.wav": "en"], language: "en-US")
        for id in ["tutorial", "a-level", "speech-de", "speech-en"] { try service.install(id) }
        manager = AssetPackManager(environment: service.environment)
    }

    private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    @Test func readsFilesWithoutAnyCall() throws {
        #expect(try manager.contents(at: "Videos/Introduction.m4v").count == 100_000)
        #expect(try manager.contents(at: "Videos/empty").isEmpty)
        #expect(try text(manager.contents(at: "Videos/level.m4v")) == "l")
        #expect(try text(manager.contents(at: "Videos/level.m4v", options: [])) == "l")
        #expect(try text(manager.contents(at: "Videos/level.m4v", options: .alwaysMapped)) == "l")
        let descriptor = try manager.descriptor(for: "Videos/Introduction.m4v")
        defer { try? descriptor.close() }
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(try bytes.withUnsafeMutableBytes { try descriptor.read(into: $0) } == 10)
        #expect(bytes == [UInt8](repeating: UInt8(ascii: "v"), count: 10))
        #expect(fcntl(descriptor.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        #expect(manager.assetPackIsAvailableLocally(withID: "tutorial"))
        #expect(!manager.assetPackIsAvailableLocally(withID: "unknown"))
        #expect(try manager.localVersion(ofAssetPackWithID: "tutorial") == 3)
        #expect(service.calls == [])
    }

    @Test func spellingsOfAPathAreTheSame() throws {
        for path in ["Videos/level.m4v", "./Videos//level.m4v", "Videos/x/../level.m4v", "Videos/level.m4v/"] {
            #expect(try text(manager.contents(at: FilePath(path))) == "l")
        }
    }

    @Test("A path that is longer than any file's is that of a missing file", .timeLimit(.minutes(1)))
    func longPaths() throws {
        for name in ["a", "../", "a/../"] {
            let path = FilePath(String(repeating: name, count: 20_000))
            #expect(throws: ManagedBackgroundAssetsError.self) { try manager.contents(at: path) }
            #expect(throws: ManagedBackgroundAssetsError.self) { try manager.descriptor(for: path) }
            #expect(throws: ManagedBackgroundAssetsError.self) { try manager.url(for: path) }
        }
    }

    @Test func theFirstPackByIDWinsAndOthersCanBeNamed() throws {
        #expect(try text(manager.contents(at: "shared.txt")) == "level")
        #expect(try text(manager.contents(at: "shared.txt", searchingInAssetPackWithID: "tutorial")) == "tutorial")
        #expect(try text(manager.contents(at: "shared.txt", searchingInAssetPackWithID: nil)) == "level")
        let descriptor = try manager.descriptor(for: "shared.txt", searchingInAssetPackWithID: "tutorial")
        try descriptor.close()
    }

    @Test func whatIsNotThereIsNamed() throws {
        let missing = #expect(throws: ManagedBackgroundAssetsError.self) { try manager.contents(at: "nowhere/at/all") }
        guard case .fileNotFound(at: "nowhere/at/all") = missing else {
            Issue.record("\(String(describing: missing))")
            return
        }
        let other = #expect(throws: ManagedBackgroundAssetsError.self) {
            try manager.descriptor(for: "Videos/level.m4v", searchingInAssetPackWithID: "tutorial")
        }
        guard case .fileNotFound = other else {
            Issue.record("\(String(describing: other))")
            return
        }
        let pack = #expect(throws: ManagedBackgroundAssetsError.self) {
            try manager.contents(at: "shared.txt", searchingInAssetPackWithID: "unknown")
        }
        guard case .assetPackNotFound(withID: "unknown") = pack else {
            Issue.record("\(String(describing: pack))")
            return
        }
        #expect(throws: ManagedBackgroundAssetsError.self) { try manager.localVersion(ofAssetPackWithID: "unknown") }
    }

    @Test(arguments: ["/etc/passwd", "../../../service.sqlite", "..", "", ".", "Videos/../../.."])
    func pathsThatLeaveThePacksAreRefused(_ path: String) {
        let error = #expect(throws: CocoaError.self) { try manager.contents(at: FilePath(path)) }
        #expect(error?.code == .fileReadInvalidFileName)
        #expect(throws: CocoaError.self) { try manager.descriptor(for: FilePath(path)) }
        #expect(throws: CocoaError.self) { try manager.url(for: FilePath(path)) }
    }

    @Test func foldersHaveURLsAndNoContents() throws {
        let url = try manager.url(for: "Videos")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
                == ["Introduction.m4v", "empty", "level.m4v"])
        let error = #expect(throws: CocoaError.self) { try manager.contents(at: "Videos") }
        #expect(error?.code == .fileReadUnknown)
    }

    @Test func urlsAreWellFormedWhenNothingIsThere() throws {
        let url = try manager.url(for: "Videos/level.m4v")
        #expect(try text(Data(contentsOf: url)) == "l")
        let nothing = try manager.url(for: "nowhere/at/all")
        #expect(nothing.isFileURL)
        #expect(!FileManager.default.fileExists(atPath: nothing.path))
    }

    @Test func localizedFilesAreFoundByEquivalentLanguages() throws {
        for (language, expected) in [
            ("de", "de"), ("de-DE", "de"), ("en", "en"), ("en-US", "en"), ("en-Latn-US", "en"),
        ] {
            let language = Locale.Language(identifier: language)
            #expect(try text(manager.contents(at: "speech.wav", asLocalizedFor: language)) == expected)
            #expect(try text(Data(contentsOf: manager.url(for: "speech.wav", asLocalizedFor: language))) == expected)
            try manager.descriptor(for: "speech.wav", asLocalizedFor: language).close()
        }
        for language in ["en-CA", "fr"] {
            #expect(throws: ManagedBackgroundAssetsError.self) {
                try manager.contents(at: "speech.wav", asLocalizedFor: Locale.Language(identifier: language))
            }
        }
        // A file that is not localized is in no language.
        #expect(throws: ManagedBackgroundAssetsError.self) {
            try manager.contents(at: "shared.txt", asLocalizedFor: Locale.Language(identifier: "de"))
        }
    }

    @Test func mappedFilesOutliveTheirPack() async throws {
        let data = try manager.contents(at: "Videos/Introduction.m4v")
        try await manager.remove(assetPackWithID: "tutorial")
        try FileManager.default.removeItem(atPath: service.packsPath + "/tutorial")
        #expect(data.allSatisfy { $0 == UInt8(ascii: "v") })
        #expect(throws: ManagedBackgroundAssetsError.self) { try manager.contents(at: "Videos/Introduction.m4v") }
        #expect(!manager.assetPackIsAvailableLocally(withID: "tutorial"))
    }

    @Test func aProcessKeepsWhatItSawFirst() async throws {
        #expect(try manager.localVersion(ofAssetPackWithID: "a-level") == 1)
        service.publish("a-level", version: 2, files: ["shared.txt": "level 2", "added.txt": "added"])
        try service.install("a-level")
        // An update in the background changes nothing for a process that reads,
        #expect(try text(manager.contents(at: "shared.txt")) == "level")
        #expect(try manager.localVersion(ofAssetPackWithID: "a-level") == 1)
        // until it wants what its generation lacks,
        #expect(try text(manager.contents(at: "added.txt")) == "added")
        #expect(try text(manager.contents(at: "shared.txt")) == "level 2")
        service.publish("a-level", version: 3, files: ["shared.txt": "level 3"])
        try service.install("a-level")
        #expect(try text(manager.contents(at: "shared.txt")) == "level 2")
        // or makes a call that changes packs.
        try await manager.checkForUpdates()
        #expect(try text(manager.contents(at: "shared.txt")) == "level 3")
    }

    @Test func pinnedVersionsAreKept() throws {
        #expect(try manager.localVersion(ofAssetPackWithID: "a-level") == 1)
        let other = AssetPackManager(environment: service.environment)
        service.publish("a-level", version: 2, files: ["shared.txt": "level 2"])
        try service.install("a-level")
        #expect(try other.localVersion(ofAssetPackWithID: "a-level") == 2)
        #expect(try manager.localVersion(ofAssetPackWithID: "a-level") == 1)
    }

    @Test func sizesAreThoseOfTheFiles() async throws {
        #expect(try await manager.localSize(ofAssetPackWithID: "tutorial", calculationMethod: .logical) == 100_008)
        let allocated = try await manager.localSize(ofAssetPackWithID: "tutorial", calculationMethod: .allocated)
        #expect(allocated >= 100_008 - 8 && allocated < 200_000)
        await #expect(throws: ManagedBackgroundAssetsError.self) {
            try await manager.localSize(ofAssetPackWithID: "unknown", calculationMethod: .allocated)
        }
    }

    @Test func withoutABundleInTheEnvironmentTheServiceIsAskedOnce() throws {
        var environment = service.environment
        environment["BACKGROUND_ASSETS_BUNDLE_ID"] = nil
        let manager = AssetPackManager(environment: environment)
        for _ in 0..<3 { #expect(try text(manager.contents(at: "shared.txt")) == "level") }
        #expect(service.calls == ["backgroundassets.v1.Apps.Hello"])
    }

    @Test func aDamagedNamespaceIsAnErrorAndNoTrap() throws {
        let path = service.packsPath + "/namespace"
        try FileManager.default.removeItem(atPath: path)
        try Data("not a namespace at all".utf8).write(to: URL(fileURLWithPath: path))
        let manager = AssetPackManager(environment: service.environment)
        #expect(throws: ServiceFailure.self) { try manager.contents(at: "shared.txt") }
        #expect(!manager.assetPackIsAvailableLocally(withID: "tutorial"))
    }

    @Test func noPacksAtAllIsNoError() async throws {
        let empty = try FakeService()
        let manager = AssetPackManager(environment: empty.environment)
        #expect(!manager.assetPackIsAvailableLocally(withID: "tutorial"))
        #expect(await manager.localStatus(ofAssetPackWithID: "tutorial") == [])
        #expect(await manager.locallyAvailableLanguages == [])
        #expect(throws: ManagedBackgroundAssetsError.self) { try manager.contents(at: "shared.txt") }
        #expect(try !FileManager.default.fileExists(atPath: manager.url(for: "shared.txt").path))
    }
}
