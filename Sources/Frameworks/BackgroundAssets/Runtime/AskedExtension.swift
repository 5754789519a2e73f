// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import ServiceInterface
internal import URLLoading
internal import Varlink

/// An extension on the one thread that asks it.
// @unchecked Sendable: the responder calls its handlers one after another, and nothing else has the instance.
struct AskedExtension: @unchecked Sendable {
    private let downloads: (BAContentRequest, URL, BAAppExtensionInfo) -> Set<BADownload>
    private let finished: (BADownload, URL) -> Void
    private let failed: (BADownload, any Error) -> Void
    private let challenged: (BADownload, URLAuthenticationChallenge) async -> ChallengeReply?
    private var shouldDownload: ((AssetPack) -> Bool)?
    private let control = ExclusiveControl.own

    init(_ instance: some BADownloaderExtension) {
        downloads = { instance.downloads(for: $0, manifestURL: $1, extensionInfo: $2) }
        finished = { instance.backgroundDownload($0, finishedWithFileURL: $1) }
        failed = { instance.backgroundDownload($0, failedWithError: $1) }
        // It is asked one thing at a time, so that it is nowhere else meanwhile.
        nonisolated(unsafe) let asked = instance
        challenged = { download, challenge in
            await OptionalMethods.ifOwn(.challenge, of: asked) {
                let (disposition, credential) = await asked.backgroundDownload(download, didReceive: challenge)
                return ChallengeReply(disposition, credential)
            }
        }
    }

    /// One that has its say about packs.
    init(managed instance: some ManagedDownloaderExtension) {
        self.init(instance)
        shouldDownload = { instance.shouldDownload($0) }
    }

    /// What it answers.
    func handlers() -> VarlinkHandlers {
        var handlers = VarlinkHandlers()
        do { handlers.add(try InterfaceText.description(of: "backgroundassets.v1.Extension")) } catch {
            // The text is part of the program, and a test reads it; without it the extension answers all the same.
            assertionFailure("\(error)")
        }
        handlers.on(ExtensionInterface.Downloads.method) { (request: ExtensionInterface.Downloads) in
            let reply = answer(request)
            control.waitUntilIdleAfterEntryPoint()
            return reply
        }
        handlers.on(ExtensionInterface.Finished.method) { (request: ExtensionInterface.Finished) in
            finished(.make(request.file, state: .finished), URL(fileURLWithPath: request.path))
            control.waitUntilIdleAfterEntryPoint()
            return EmptyReply()
        }
        handlers.on(ExtensionInterface.Failed.method) { (request: ExtensionInterface.Failed) in
            let address = URL(string: request.file.request.url)
            failed(.make(request.file, state: .failed), DownloadFailure.error(request.failure, address: address))
            control.waitUntilIdleAfterEntryPoint()
            return EmptyReply()
        }
        handlers.onAsync(ExtensionInterface.Challenged.method) { (request: ExtensionInterface.Challenged) in
            let reply = await answer(request)
            await control.idleAfterEntryPoint()
            return ExtensionInterface.Challenged.Reply(reply: reply)
        }
        guard shouldDownload != nil else { return handlers }
        handlers.on(ExtensionInterface.ShouldDownload.method) { (request: ExtensionInterface.ShouldDownload) in
            ExtensionInterface.ShouldDownload.Reply(download: shouldDownload?(AssetPack(request.pack)) ?? true)
        }
        return handlers
    }

    private func answer(_ request: ExtensionInterface.Challenged) async -> ChallengeReply {
        // One that this extension was built too early to know is nothing that it answers.
        guard
            let challenge = URLAuthenticationChallenge.make(request.challenge, address: request.file.request.url)
        else { return ChallengeReply(.performDefaultHandling) }
        return await challenged(.make(request.file, state: .downloading), challenge) ?? ChallengeReply(.declined)
    }

    /// What the extension wants downloaded, as far as that can be told.
    private func answer(_ request: ExtensionInterface.Downloads) -> ExtensionInterface.Downloads.Reply {
        // A request that this extension was built too early to know.
        guard let kind = BAContentRequest(request.request) else { return .init(files: []) }
        let info = BAAppExtensionInfo(
            restrictedDownloadSizeRemaining: request.remainingBytes.map { Int(clamping: $0) },
            restrictedEssentialDownloadSizeRemaining: request.remainingEssentialBytes.map { Int(clamping: $0) })
        let chosen = downloads(kind, URL(fileURLWithPath: request.manifestPath), info)
        // More are not scheduled, and would only fill this process and the service.
        guard chosen.count <= FilesInterface.largestCount else {
            return .init(files: [], excessiveCount: chosen.count)
        }
        let files = chosen.sorted { $0.identifier < $1.identifier }.compactMap { download -> FileDownload? in
            guard let download = download as? BAURLDownload else {
                Diagnostics.report("only downloads of URLs can be scheduled, which \(download) is not")
                return nil
            }
            do { return try download.file() } catch {
                Diagnostics.report("\((error as NSError).localizedDescription)")
                return nil
            }
        }
        return .init(files: files)
    }
}

extension BAContentRequest {
    fileprivate init?(_ request: ContentRequest) {
        switch request {
        case .install: self = .install
        case .update: self = .update
        case .periodic: self = .periodic
        case .languageChange: self = .languageChange
        case .unknown: return nil
        }
    }
}
