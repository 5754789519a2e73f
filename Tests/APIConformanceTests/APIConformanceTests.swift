// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import ExtensionFoundation
import StoreKit
import System
import Testing

@testable import OSLog

/// What can be told of the API without a service. The other files of this target hold code in the manner of clients.
@Suite struct APIConformanceTests {
    @Test func statusBitsAreApples() {
        #expect(AssetPack.Status.downloadAvailable.rawValue == 1)
        #expect(AssetPack.Status.updateAvailable.rawValue == 2)
        #expect(AssetPack.Status.upToDate.rawValue == 4)
        #expect(AssetPack.Status.outOfDate.rawValue == 8)
        #expect(AssetPack.Status.obsolete.rawValue == 16)
        #expect(AssetPack.Status.downloading.rawValue == 32)
        #expect(AssetPack.Status.downloaded.rawValue == 64)
    }

    @Test func contentRequestsHaveTheirNumbers() {
        #expect(BAContentRequest(rawValue: 1) == .install)
        #expect(BAContentRequest(rawValue: 2) == .update)
        #expect(BAContentRequest(rawValue: 3) == .periodic)
        #expect(BAContentRequest(rawValue: 4) == .languageChange)
        #expect(BAErrorDomain == "com.apple.backgroundassets.error")
        #expect(BAErrorCode.downloadAlreadyScheduled.rawValue == 100)
    }

    @Test func extensionsHaveDefaults() throws {
        let manifest = try AssetPackManifest(
            from: Data(
                #"""
                {"assetPacks":[{"id":"a","url":"https://x/a","version":1,"downloadSize":1,"downloadPolicy":{"onDemand":{}}}]}
                """#.utf8), appGroupID: "g")
        let pack = try #require(manifest.assetPacks.first)
        #expect(EmptyExtension().shouldDownload(pack))
        #expect(EmptyStoreExtension().shouldDownload(pack))
        #expect(StoreHostedExtension().shouldDownload(pack))
        #expect(ClassExtension().shouldDownload(pack))
        func ask(_ instance: some ManagedDownloaderExtension) -> Bool { instance.shouldDownload(pack) }
        #expect(ask(AsyncExtension()))
        let unmanaged = UnmanagedExtension()
        let info: BAAppExtensionInfo? = nil
        #expect(info?.restrictedDownloadSizeRemaining == nil)
        func configuration<Extension: BADownloaderExtension>(_ instance: Extension) -> Extension.Configuration {
            instance.configuration
        }
        _ = configuration(unmanaged)
    }

    @Test func delegatesAnswerInEitherForm() async {
        let challenge: URLAuthenticationChallenge? = nil
        #expect(challenge == nil)
        let delegates: [any BADownloadManagerDelegate] = [CompletionDelegate(), AsyncDelegate()]
        #expect(delegates.count == 2)
    }

    @Test func theManagerConformsToAClientsProtocol() {
        let manager: any DownloadManaging = BADownloadManager.shared
        #expect(manager.delegate == nil)
    }

    @Test func errorsReadWell() {
        let error: any LocalizedError = ManagedBackgroundAssetsError.fileNotFound(at: "a/b")
        #expect(error.errorDescription?.contains("a/b") == true)
        #expect(ManagedBackgroundAssetsError.assetPackNotFound(withID: "p").description.contains("\"p\""))
    }

    @Test func containersLieUnderTheRoot() {
        let url = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.example")
        #expect(url?.path.hasSuffix("/groups/group.example") == true)
        #expect(FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "../x") == nil)
    }

    @Test func logMessagesInterpolate() {
        let logger = Logger(subsystem: "s", category: "c")
        logger.log(
            level: .debug, "a \(1.5, format: .fixed(precision: 2)) b \("x", privacy: .private) \(7, format: .hex)")
        logger.fault("\("left", align: .left(columns: 6))|")
        #expect(OSLogType.error.rawValue == 0x10)
        LogClient().write(CocoaError(.fileNoSuchFile), at: .now, -255)
    }

    @Test func integersInTheLogHaveTheirForm() {
        func text(_ value: Int, _ format: OSLogIntegerFormatting) -> String {
            ("\(value, format: format)" as OSLogMessage).text
        }
        #expect(text(255, .hex) == "ff")
        #expect(text(255, .hex(includePrefix: true, uppercase: true)) == "0xFF")
        #expect(text(-5, .decimal(minDigits: 3)) == "-005")
        #expect(text(5, .decimal(explicitPositiveSign: true)) == "+5")
        #expect(text(Int.min, .octal(includePrefix: true)) == "-0o1000000000000000000000")
    }

    @Test func systemTypesAreThere() throws {
        let path: FilePath = "a/b"
        #expect(path.lastComponent == "b")
        let descriptor = try FileDescriptor.open("/dev/null", .readOnly)
        try descriptor.close()
        #expect(Errno.noSuchFileOrDirectory.rawValue == 2)
    }
}
