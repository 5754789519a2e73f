// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import ExtensionFoundation
public import Foundation

/// What the system needs to know to connect to a downloader extension.
@MainActor @preconcurrency public protocol BADownloaderExtensionConfiguration: AppExtensionConfiguration {}

/// What the system needs to know to connect to a downloader extension for managed asset packs. Not for clients: every
/// extension has one already.
@MainActor @preconcurrency public protocol ManagedDownloaderExtensionConfiguration: BADownloaderExtensionConfiguration {
    /// The delegate that follows the extension's downloads.
    associatedtype DownloadManagerDelegateType: BADownloadManagerDelegate, Sendable

    /// The delegate that follows the extension's downloads.
    static var downloadManagerDelegate: DownloadManagerDelegateType { get }
}

/// The configuration of every downloader extension. Not for clients.
public struct _DownloaderExtensionConfiguration: ManagedDownloaderExtensionConfiguration {
    /// A delegate that leaves everything to the system.
    public final class Delegate: NSObject, BADownloadManagerDelegate, Sendable {}

    /// A delegate that leaves everything to the system.
    public static let downloadManagerDelegate = Delegate()

    nonisolated init() {}
}
