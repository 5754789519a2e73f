// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackFiles
import AssetPackModel
import BackgroundAssets
import Foundation
import IPCTestSupport
import ServiceInterface
import Testing

@Suite(.timeLimit(.minutes(2))) struct AssetPackManagerAvailabilityTests {
    private let service: FakeService
    private let manager: AssetPackManager

    init() throws {
        service = try FakeService()
        service.publish("Tutorial", version: 1, files: ["Videos/Introduction.m4v": "film"])
        service.publish("Level", version: 4, files: ["map": "m"])
        manager = AssetPackManager(environment: service.environment)
    }

    @Test func aPackIsFetchedAndRead() async throws {
        let pack = try await manager.assetPack(withID: "Tutorial")
        #expect(pack.id == "Tutorial")
        #expect(pack.version == 1)
        #expect(pack.downloadSize == 100)
        #expect(pack.language == nil)
        #expect(pack.userInfo == Data(#"{"n":1}"#.utf8))
        #expect(throws: ManagedBackgroundAssetsError.self) { try manager.contents(at: "Videos/Introduction.m4v") }
        try await manager.ensureLocalAvailability(of: pack)
        #expect(try manager.contents(at: "Videos/Introduction.m4v") == Data("film".utf8))
    }

    @Test func aLocalPackNeedsNoCall() async throws {
        let pack = try await manager.assetPack(withID: "Tutorial")
        try service.install("Tutorial")
        let before = service.calls
        try await manager.ensureLocalAvailability(of: pack)
        try await manager.ensureLocalAvailability(of: pack, requireLatestVersion: false)
        try await manager.ensureLocalAvailability(of: [pack], requireLatestVersions: false)
        #expect(service.calls == before)
        try await manager.ensureLocalAvailability(of: pack, requireLatestVersion: true)
        #expect(service.calls == before + ["backgroundassets.v1.Packs.EnsureLocalAvailability"])
    }

    @Test func removedPacksCanBeFetchedAgain() async throws {
        let pack = try await manager.assetPack(withID: "Tutorial")
        try await manager.ensureLocalAvailability(of: pack)
        try await manager.remove(assetPackWithID: "Tutorial")
        #expect(!manager.assetPackIsAvailableLocally(withID: "Tutorial"))
        try await manager.ensureLocalAvailability(of: manager.assetPack(withID: "Tutorial"))
        #expect(try manager.contents(at: "Videos/Introduction.m4v") == Data("film".utf8))
    }

    @Test func unknownPacksAreNamed() async throws {
        let error = await #expect(throws: ManagedBackgroundAssetsError.self) {
            try await manager.assetPack(withID: "None")
        }
        guard case .assetPackNotFound(withID: "None") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // The manifest at hand lacked it, so the server was asked.
        #expect(service.calls.filter { $0 == "backgroundassets.v1.Packs.Manifest" }.count == 2)
    }

    @Test func packsTakenBackMeanwhileAreNotFound() async throws {
        let pack = try await manager.assetPack(withID: "Tutorial")
        service.change { $0.published.removeAll { $0.id == "Tutorial" } }
        let error = await #expect(throws: ManagedBackgroundAssetsError.self) {
            try await manager.ensureLocalAvailability(of: pack)
        }
        guard case .assetPackNotFound(withID: "Tutorial") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func someOfSeveralMayFail() async throws {
        let packs = try await manager.manifest.assetPacks
        #expect(packs.count == 2)
        service.change { $0.failures["Level"] = ServiceError(.downloadFailed, "404", subject: "Level") }
        let error = await #expect(throws: AssetPackManager.LocalAvailabilityError.self) {
            try await manager.ensureLocalAvailability(of: packs, requireLatestVersions: true)
        }
        #expect(error?.successes.map(\.id) == ["Tutorial"])
        #expect(error?.failures.keys.map(\.id) == ["Level"])
        #expect(
            error?.failures.values.first as? ServiceFailure == ServiceFailure(code: .downloadFailed, message: "404"))
        service.change { $0.failures = [:] }
        try await manager.ensureLocalAvailability(of: packs)
        #expect(manager.assetPackIsAvailableLocally(withID: "Level"))
    }

    @Test func allOfSeveralMayFailForOneReason() async throws {
        let packs = try await manager.manifest.assetPacks
        try service.install("Tutorial")
        let offline = ServiceError(.manifestUnavailable, "the server cannot be reached")
        service.change {
            $0.overrides[PacksInterface.EnsureLocalAvailability.method] = { _, connection in
                connection.fail(offline.wireName, offline.wireParameters)
            }
        }
        let error = await #expect(throws: AssetPackManager.LocalAvailabilityError.self) {
            try await manager.ensureLocalAvailability(of: packs)
        }
        #expect(error?.successes.map(\.id) == ["Tutorial"])
        #expect(error?.failures.keys.map(\.id) == ["Level"])
        #expect(
            error?.failures.values.first as? ServiceFailure
                == ServiceFailure(code: offline.code, message: offline.message))
        // What is wrong with the app is no matter of packs.
        service.change { $0.configurationProblem = "Info.plist lacks BAAppGroupID: add it" }
        let other = AssetPackManager(environment: service.environment)
        await #expect(throws: ServiceFailure.self) { try await other.ensureLocalAvailability(of: packs) }
    }

    @Test func reasonsAreThoseOfApplesAPI() async throws {
        let pack = try await manager.assetPack(withID: "Level")
        service.change { $0.failures["Level"] = ServiceError(.downloadCancelled, "cancelled") }
        let cancelled = await #expect(throws: CocoaError.self) { try await manager.ensureLocalAvailability(of: pack) }
        #expect(cancelled?.code == .userCancelled)
        service.change { $0.failures["Level"] = ServiceError(.outOfSpace, "full") }
        let full = await #expect(throws: CocoaError.self) { try await manager.ensureLocalAvailability(of: pack) }
        #expect(full?.code == .fileWriteOutOfSpace)
    }

    @Test func aConfigurationProblemIsThrownByName() async throws {
        service.change { $0.configurationProblem = "Info.plist lacks BAAppGroupID: add it" }
        let manager = AssetPackManager(environment: service.environment)
        let expected = ServiceFailure(code: .configurationInvalid, message: "Info.plist lacks BAAppGroupID: add it")
        await #expect(throws: expected) { _ = try await manager.manifest }
        await #expect(throws: expected) { try await manager.checkForUpdates() }
        await #expect(throws: expected) { try await manager.remove(assetPackWithID: "p") }
        #expect(expected.localizedDescription.contains("BAAppGroupID"))
        #expect(!manager.assetPackIsAvailableLocally(withID: "p"))
    }

    @Test func noServiceAtAllIsAnError() async throws {
        service.stop()
        var environment = service.environment
        environment["BACKGROUND_ASSETS_SERVICE_EXECUTABLE"] = "/nonexistent/backgroundassetsd"
        let manager = AssetPackManager(environment: environment)
        await #expect(throws: ServiceFailure.self) { _ = try await manager.manifest }
        let homeless = AssetPackManager(environment: [:])
        await #expect(throws: ServiceFailure.self) { _ = try await homeless.manifest }
        #expect(!homeless.assetPackIsAvailableLocally(withID: "p"))
        #expect(throws: ServiceFailure.self) { try homeless.contents(at: "p") }
    }

    @Test func cancelledTasksThrowCancellation() async throws {
        let pack = try await manager.assetPack(withID: "Level")
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        service.change { $0.overrides[PacksInterface.EnsureLocalAvailability.method] = { _, _ in called.yield() } }
        let manager = manager
        let task = Task { try await manager.ensureLocalAvailability(of: pack) }
        var iterator = calls.makeAsyncIterator()
        _ = await iterator.next()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func updatesAreAskedFor() async throws {
        let (updating, removed) = try await manager.checkForUpdates()
        #expect(updating == ["new"])
        #expect(removed == ["old"])
    }

    // MARK: Status

    @Test func statusGoesByTheServer() async throws {
        #expect(try await manager.status(ofAssetPackWithID: "Level") == [.downloadAvailable])
        try service.install("Level")
        #expect(try await manager.status(ofAssetPackWithID: "Level") == [.downloaded, .upToDate])
        service.publish("Level", version: 5)
        #expect(
            try await manager.status(ofAssetPackWithID: "Level") == [.downloaded, .outOfDate, .updateAvailable])
        service.change { $0.downloading = ["Level"] }
        #expect(try await manager.status(ofAssetPackWithID: "Level").contains(.downloading))
    }

    @Test func statusIsRelativeToAVersion() async throws {
        let old = try await manager.assetPack(withID: "Level")
        #expect(try await manager.status(relativeTo: old) == [.downloadAvailable])
        try service.install("Level")
        #expect(try await manager.status(relativeTo: old) == [.downloaded, .upToDate])
        service.publish("Level", version: 5)
        let new = try await manager.assetPack(withID: "Level")
        #expect(try await manager.status(relativeTo: new) == [.downloaded, .outOfDate, .updateAvailable])
        #expect(try await manager.status(relativeTo: old) == [.downloaded, .upToDate])
        service.publish("Level", version: 6)
        #expect(try await manager.status(relativeTo: new) == [.downloaded, .outOfDate])
        service.change { $0.published = [] }
        #expect(try await manager.status(relativeTo: old) == [.downloaded, .obsolete])
    }

    @Test func localStatusNeedsNoCall() async throws {
        service.change { $0.flags = ["Level": [.outOfDate], "Tutorial": [.obsolete]] }
        try service.install("Level")
        try service.install("Tutorial")
        #expect(await manager.localStatus(ofAssetPackWithID: "Level") == [.downloaded, .outOfDate])
        #expect(await manager.localStatus(ofAssetPackWithID: "Tutorial") == [.downloaded, .obsolete])
        #expect(await manager.localStatus(ofAssetPackWithID: "Unknown") == [])
        #expect(service.calls == [])
    }

    // MARK: Languages

    @Test func theResolvedLanguageIsTheServices() async throws {
        service.change { $0.resolvedLanguage = "fr" }
        let manager = AssetPackManager(environment: service.environment)
        #expect(manager.resolvedLanguage == Locale.Language(identifier: "fr"))
        manager.resolvedLanguage = Locale.Language(identifier: "de")
        #expect(manager.resolvedLanguage == Locale.Language(identifier: "de"))
        #expect(try await manager.manifest.resolvedLanguage == Locale.Language(identifier: "de"))
        manager.resolvedLanguage = nil
        #expect(manager.resolvedLanguage == nil)
        try await manager.reconcilePreferredLanguages()
        #expect(service.calls.last == "backgroundassets.v1.Packs.ReconcilePreferredLanguages")
    }

    @Test func localLanguagesAreThoseOfLocalPacks() async throws {
        service.publish("speech-de", version: 1, files: ["a": "b"], language: "de")
        service.publish("speech-fr", version: 1, files: ["a": "c"], language: "fr")
        try service.install("speech-de")
        #expect(await manager.locallyAvailableLanguages == [Locale.Language(identifier: "de")])
    }
}
