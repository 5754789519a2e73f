// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import DownloadScheduler
internal import ExtensionHost
internal import Foundation
internal import Glibc
internal import Logging
internal import ServiceInterface
internal import SystemSupport
internal import TransferEngine

/// Asks the extensions of apps that manage their assets themselves what to download: at installations, updates and now and
/// then. First what BAManifestURL serves is fetched, whatever that is; the extension reads it.
struct ContentRequests: Sendable {
    /// Why an extension could not be asked.
    enum Failure: Error, CustomStringConvertible {
        case manifest(TransferError)
        case ofExtension(ExtensionError)
        case ended
        case ofService(ServiceError)

        /// Whether the extension might not run.
        var isHeld: Bool { if case .ofExtension(.notPermitted(_, _, _)) = self { true } else { false } }

        /// Whether it is worth while to ask again by and by.
        var mayHelpLater: Bool {
            switch self {
            case .manifest: true
            case .ofExtension: isHeld
            case .ended, .ofService: false
            }
        }

        var description: String {
            switch self {
            case .manifest(let error): "its manifest cannot be fetched: \(error)"
            case .ofExtension(let error): "\(error)"
            case .ended: "it was called off"
            case .ofService(let error): error.message
            }
        }
    }

    let store: AssetStore
    let layout: StoreLayout
    let network: NetworkService
    let manifests: ManifestService
    let extensions: ExtensionsService
    let files: FilesService
    let space: SpaceService
    let challenges: ChallengesService
    let settings: SettingsService
    let clock: any WallClock
    let logger: Logger

    /// Bytes of what BAManifestURL serves. It may be in any form; one that does not end must not fill the disk.
    private static let largestManifest: Int64 = 256 << 20

    /// How often room is made for one, which may not have said how much it needs.
    private static let largestRoomCount = 3

    /// What an app asks at content requests; nil for one that has no extension, names no manifest, or has managed packs.
    static func source(of bundle: AppBundle) -> (manifestURL: String, downloader: AppBundle.BundledExtension)? {
        guard !bundle.information.hasManagedAssetPacks, let url = bundle.information.manifestURL,
            let downloader = bundle.downloaderExtension
        else { return nil }
        return (url, downloader)
    }

    /// Fetches the manifest and asks the extension.
    ///
    /// - `isPatient`: the manifest is asked for again for as long as an essential download is.
    /// - `isAwaited`: whether somebody waits for what the extension wants.
    /// - `progress`: told the bytes of the manifest that have come, and all of them when the server says.
    func ask(
        _ request: ContentRequest, of bundle: AppBundle, isPatient: Bool, isAwaited: Bool,
        progress: @escaping @Sendable (Int64, Int64?) -> Void = { _, _ in },
        asking: @Sendable () async -> Void = {}
    ) async throws(Failure) -> [FileDownload] {
        guard let source = Self.source(of: bundle) else { return [] }
        let bundleID = bundle.information.bundleID
        let generation = extensions.runs.generation(of: bundleID)
        // Of checks in vain the extension hears once, however many there are; of an installation always, for what is on
        // record of that is of its own tries, which an earlier run of the service may have made.
        let isKnown = await manifests.failures[bundleID] != nil
        let isNews = isPatient || !isKnown
        // Whoever cannot be asked needs no manifest.
        do throws(ExtensionError) { try await extensions.checkPermission(source.downloader, of: bundle) } catch {
            throw .ofExtension(error)
        }
        let id = UUID().uuidString
        defer { removeFiles(id, of: bundleID) }
        let limits: InitialLimits?
        do throws(ServiceError) { limits = try await files.restrict(bundle) } catch { throw .ofService(error) }
        let path: String
        do throws(TransferError) {
            let file = try await fetch(
                source.manifestURL, of: bundle, id: id, within: limits, isPatient: isPatient, progress: progress)
            if limits != nil { await files.countManifest(bytes: file.size, of: bundleID) }
            path = try place(file, id: id, of: bundleID)
        } catch {
            if error == .cancelled || Task.isCancelled { throw .ended }
            if await manifests.noteFailure(error, of: bundleID), isNews {
                await tell(error, of: bundle, manifestURL: source.manifestURL)
            }
            throw .manifest(error)
        }
        await manifests.forgetFailure(of: bundleID)
        await asking()
        do throws(ExtensionError) {
            return try await extensions.downloads(
                for: ExtensionInterface.Downloads(
                    request: request, manifestPath: path, remainingBytes: limits?.remaining(isEssential: false),
                    remainingEssentialBytes: limits?.remaining(isEssential: true)), from: source.downloader, of: bundle,
                generation, isAwaited: isAwaited)
        } catch { throw .ofExtension(error) }
    }

    /// The extension is told, as of a download of its own.
    private func tell(_ error: TransferError, of bundle: AppBundle, manifestURL: String) async {
        var failure = FileFailure(error)
        // Of all else that can go wrong, it only matters that it could not be had.
        if !failure.isRestriction { failure.cause = .manifest }
        await files.refuse(
            [(Self.download(of: manifestURL, bundle), failure)], of: bundle.information.bundleID)
    }

    /// The manifest, as the extension is told of it.
    private static func download(of manifestURL: String, _ bundle: AppBundle) -> FileDownload {
        FileDownload(
            id: UUID().uuidString, identifier: "BAManifestURL", request: FileRequest(url: manifestURL), fileSize: 0,
            groupID: bundle.information.appGroupID ?? "", essential: true, priority: 0, manifest: true)
    }

    private func fetch(
        _ url: String, of bundle: AppBundle, id: String, within limits: InitialLimits?, isPatient: Bool,
        progress: @escaping @Sendable (Int64, Int64?) -> Void
    ) async throws(TransferError) -> FetchedFile {
        var asked = TransferRequest(try HTTPAddress(url))
        asked.allowedHosts = limits?.domains
        let request = FileTransfer.Request(
            asked, stagingPath: layout.staging(id), largestSize: Self.largestManifest, allowance: limits?.manifestMeter,
            challenges: await challenges.responder(
                for: Self.download(of: url, bundle), of: bundle.information.bundleID, bundle))
        let (policy, begin) = (await settings.retryPolicy, clock.now)
        var (attempts, rooms) = (0, 0)
        while true {
            do throws(TransferError) {
                let transfer = FileTransfer(transport: try await network.transport())
                return try await manifests.noting(
                    bundle.information.bundleID, timeout: await settings.integer(.stallTimeout), progress
                ) { (report) throws(TransferError) in try await transfer.run(request, progress: report) }
            } catch {
                // What can be fetched again makes room for it.
                if case .waitForSpace(let needed) = error.remedy, !Task.isCancelled, rooms < Self.largestRoomCount,
                    await space.makeRoom(available: needed, for: .document)
                {
                    rooms += 1
                    continue
                }
                attempts += 1
                guard isPatient, !Task.isCancelled, case .retry(let retryAfter) = error.remedy,
                    let delay = policy.delay(
                        attempt: attempts, age: clock.now - begin, downloadClass: .essential,
                        isConnectivity: error.isConnectivity, retryAfter: retryAfter)
                else { throw error }
                logger.notice("\(error); again in \(Int(delay.rounded(.up))) s")
                // Whoever asks why nothing comes is told meanwhile.
                let bundleID = bundle.information.bundleID
                _ = await manifests.noteFailure(error, of: bundleID, retryAt: clock.now + delay)
                do { try await clock.sleep(until: clock.now + delay) } catch { throw .cancelled }
            }
        }
    }

    /// Puts the manifest where the extension may read it, and nobody writes it.
    private func place(_ file: FetchedFile, id: String, of bundleID: String) throws(TransferError) -> String {
        let finished = FinishedFiles(layout: layout)
        do throws(SystemError) {
            try retrying("close", file.path) { chmod(file.path, 0o400) }
            try finished.place(file.path, as: FinishedFiles.manifestPrefix + id, of: bundleID)
        } catch { throw .file(error) }
        return finished.path(of: FinishedFiles.manifestPrefix + id, bundleID)
    }

    private func removeFiles(_ id: String, of bundleID: String) {
        do throws(SystemError) {
            try FinishedFiles(layout: layout).remove(FinishedFiles.manifestPrefix + id, of: bundleID)
            try Directory(opening: layout.spool).removeTree(id)
        } catch {
            logger.warning("the manifest of \(bundleID) that its extension has read cannot be removed: \(error)")
        }
    }
}
