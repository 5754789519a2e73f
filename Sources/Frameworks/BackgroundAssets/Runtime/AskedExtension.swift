// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import ServiceInterface
internal import Varlink

/// An extension on the one thread that asks it.
// @unchecked Sendable: the responder calls its handlers one after another, and nothing else has the instance.
struct AskedExtension: @unchecked Sendable {
    private let finished: (BADownload, URL) -> Void
    private let failed: (BADownload, any Error) -> Void
    private var shouldDownload: ((AssetPack) -> Bool)?

    init(_ instance: some BADownloaderExtension) {
        finished = { instance.backgroundDownload($0, finishedWithFileURL: $1) }
        failed = { instance.backgroundDownload($0, failedWithError: $1) }
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
        handlers.on(ExtensionInterface.Finished.method) { (request: ExtensionInterface.Finished) in
            finished(.make(request.file, state: .finished), URL(fileURLWithPath: request.path))
            return EmptyReply()
        }
        handlers.on(ExtensionInterface.Failed.method) { (request: ExtensionInterface.Failed) in
            let address = URL(string: request.file.request.url)
            failed(.make(request.file, state: .failed), DownloadFailure.error(request.failure, address: address))
            return EmptyReply()
        }
        guard shouldDownload != nil else { return handlers }
        handlers.on(ExtensionInterface.ShouldDownload.method) { (request: ExtensionInterface.ShouldDownload) in
            ExtensionInterface.ShouldDownload.Reply(download: shouldDownload?(AssetPack(request.pack)) ?? true)
        }
        return handlers
    }
}
