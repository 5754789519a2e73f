// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
public import ExtensionFoundation
internal import ServiceInterface
internal import Varlink

/// A downloader extension of an app with managed asset packs. It needs no code of its own.
public protocol ManagedDownloaderExtension: BADownloaderExtension
where Configuration: ManagedDownloaderExtensionConfiguration {
    /// Whether the system may download a pack by itself: at an installation or update, or because a newer version of a
    /// local one was published. It is not asked about packs that the app calls for.
    func shouldDownload(_ assetPack: AssetPack) -> Bool
}

extension ManagedDownloaderExtension {
    /// Lets the system download every pack that its policy calls for.
    public func shouldDownload(_ assetPack: AssetPack) -> Bool { true }

    /// Answers `backgroundassets.v1.Extension`.
    public static func _requests(to instance: Self) -> _ExtensionRequests {
        let asked = Asked { instance.shouldDownload($0) }
        var handlers = VarlinkHandlers()
        do { handlers.add(try InterfaceText.description(of: "backgroundassets.v1.Extension")) } catch {
            // The text is part of the program, and a test reads it; without it the extension answers all the same.
            assertionFailure("\(error)")
        }
        handlers.on(ExtensionInterface.ShouldDownload.method) { (request: ExtensionInterface.ShouldDownload) in
            ExtensionInterface.ShouldDownload.Reply(download: asked.shouldDownload(AssetPack(request.pack)))
        }
        return _ExtensionRequests(handlers: handlers)
    }
}

/// An extension on the one thread that asks it.
// @unchecked Sendable: the responder calls its handlers one after another, and nothing else has the instance.
private struct Asked: @unchecked Sendable {
    let shouldDownload: (AssetPack) -> Bool
}
