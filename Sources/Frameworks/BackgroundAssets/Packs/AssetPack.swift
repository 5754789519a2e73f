// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel
public import Foundation
internal import FoundationNetworking

/// A collection of files that an app gets apart from itself, as one version of it was published.
///
/// A value does not follow what is published later: ``AssetPackManager/status(relativeTo:)`` tells.
public struct AssetPack: Identifiable, Hashable, Sendable, CustomStringConvertible {
    /// The pack as a download manifest lists it.
    package let entry: DownloadManifestEntry
    /// The group whose container gets the pack when it is downloaded by hand; nil stands for the app's own.
    package let appGroupID: String?

    package init(_ entry: DownloadManifestEntry, appGroupID: String? = nil) {
        self.entry = entry
        self.appGroupID = appGroupID
    }

    /// The name of the pack, of which an app has one at most.
    public var id: String { entry.id }

    /// The number of this version.
    public var version: Int { entry.version }

    /// Bytes of the archive that is downloaded; the files in it may have more.
    public var downloadSize: Int { Int(clamping: entry.downloadSize) }

    /// What the publisher added, as JSON; nil when that is nothing.
    public var userInfo: Data? {
        guard let userInfo = entry.userInfo else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A JSON value can always be encoded again.
        return try? encoder.encode(userInfo)
    }

    /// The language of a localized pack; nil for one that is for everybody.
    public var language: Locale.Language? { entry.language.map { Locale.Language(identifier: $0) } }

    /// A download of the pack's archive, to be scheduled by the app itself.
    ///
    /// - Parameter contentRequest: the request that an extension answers; nil in the app.
    /// - Returns: a download whose identifier is the pack's. It is essential when the pack's policy makes it so for
    ///   this request.
    public func download(for contentRequest: BAContentRequest?) -> BADownload {
        BAURLDownload(
            identifier: id, request: URLRequest(url: archiveURL), essential: isEssential(for: contentRequest),
            fileSize: downloadSize, applicationGroupIdentifier: appGroupID ?? AppIdentity.ownGroup ?? "",
            priority: .default)
    }

    public var description: String {
        "AssetPack(id: \"\(id)\", version: \(version), downloadSize: \(downloadSize)"
            + (entry.language.map { ", language: \"\($0)\"" } ?? "") + ")"
    }

    /// Two packs are equal when they are the same version of the same pack, published in the same way.
    public static func == (left: AssetPack, right: AssetPack) -> Bool { left.entry == right.entry }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(entry.id)
        hasher.combine(entry.version)
    }

    /// The archive's URL; one without a scheme is relative to `BAManifestURL` of the app.
    private var archiveURL: URL {
        let base = (Bundle.main.object(forInfoDictionaryKey: "BAManifestURL") as? String).flatMap { URL(string: $0) }
        return URL(string: entry.url, relativeTo: base)?.absoluteURL ?? URL(fileURLWithPath: "/" + id)
    }

    private func isEssential(for contentRequest: BAContentRequest?) -> Bool {
        guard case .essential(let types) = entry.downloadPolicy, let type = contentRequest?.eventType else {
            return false
        }
        return types.contains(type)
    }
}

extension BAContentRequest {
    /// The event of a download policy that this request stands for.
    var eventType: InstallationEventType? {
        switch self {
        case .install: .firstInstallation
        case .update: .subsequentUpdate
        case .periodic, .languageChange: nil
        }
    }
}
