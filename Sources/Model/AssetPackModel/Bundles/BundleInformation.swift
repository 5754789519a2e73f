// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What a bundle says of itself: the app's Info.plist and those of its extensions, and the receipt of its host.
///
/// The layout is flat: `NAME.app/Info.plist`, the executable beside it, and
/// `NAME.app/Extensions/EXTENSION.appex/Info.plist` with its executable.
package struct BundleInformation: Sendable {
    package struct Extension: Sendable {
        /// The folder's name, as in `TheCoastDownloader.appex`.
        package var name: String
        package var info: PropertyList

        package init(name: String, info: PropertyList) {
            self.name = name
            self.info = info
        }

        /// What it extends; nil when it does not say.
        package var point: String? {
            info.dictionary("EXAppExtensionAttributes")?.string("EXExtensionPointIdentifier")
        }

        /// Whether it says that it is a downloader extension.
        package var isDownloader: Bool { point == ExtensionInformation.extensionPoint }
    }

    /// Absolute path of the bundle; nil for one that is yet to be made.
    package var path: String?
    package var info: PropertyList
    /// In the order of their names.
    package var extensions: [Extension]
    /// What its host says of it, for an app that sets BAUsesAppleHosting; nil without a receipt.
    package var receipt: PropertyList?

    /// CFBundleIdentifier.
    package var identifier: String? { info.string("CFBundleIdentifier") }

    package init(path: String? = nil, info: PropertyList, extensions: [Extension], receipt: PropertyList? = nil) {
        self.path = path
        self.info = info
        self.extensions = extensions
        self.receipt = receipt
    }

    /// Reads the bundle at `path`, which is absolute.
    ///
    /// - Throws: `missing` when there is none, another kind when an Info.plist or the receipt cannot be used.
    package init(readingBundleAt path: String) throws(AppBundleError) {
        guard FileManager.default.fileExists(atPath: path) else {
            throw AppBundleError("there is no bundle at \(path)", kind: .missing)
        }
        let infoPath = path + "/Info.plist"
        guard FileManager.default.fileExists(atPath: infoPath) else {
            throw AppBundleError("\(infoPath) is missing: a bundle needs an Info.plist", kind: .malformed)
        }
        let info = try PropertyList(readingFileAt: infoPath)
        let folder = path + "/Extensions"
        var names: [String] = []
        if FileManager.default.fileExists(atPath: folder) {
            do { names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } catch {
                throw AppBundleError("\(folder) cannot be listed: \(error.localizedDescription)", kind: .unreadable)
            }
        }
        var extensions: [Extension] = []
        for name in names where name.hasSuffix(".appex") {
            let infoPath = "\(folder)/\(name)/Info.plist"
            do throws(AppBundleError) {
                extensions.append(Extension(name: name, info: try PropertyList(readingFileAt: infoPath)))
            } catch  where error.kind == .missing {
                throw AppBundleError(error.description, kind: .malformed)
            }
        }
        // Another app may call a resource so.
        let usesHost = info.boolean("BAUsesAppleHosting") ?? false
        let receiptPath = path + "/" + BuildReceipt.fileName
        let receipt =
            usesHost && FileManager.default.fileExists(atPath: receiptPath)
            ? try PropertyList(readingFileAt: receiptPath) : nil
        self.init(path: path, info: info, extensions: extensions, receipt: receipt)
    }
}
