// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A `.app` folder that was read and found complete: Info.plist, executable, at most one downloader extension.
///
/// Flat Linux layout: `Name.app/{Info.plist, executable, Extensions/*.appex/{Info.plist, executable}}`.
package struct AppBundle: Equatable, Sendable {
    /// Absolute path of the folder.
    package let path: String
    package let information: AppInformation
    package let downloaderExtension: BundledExtension?

    /// A downloader extension inside the bundle.
    package struct BundledExtension: Equatable, Sendable {
        /// Absolute path of the `.appex` folder.
        package let path: String
        package let information: ExtensionInformation
        package var executablePath: String { path + "/" + information.executable }
    }

    package var executablePath: String { path + "/" + information.executable }

    /// Why managed packs cannot work for this app, or nil.
    package var managedProblem: String? { information.managedProblem(hasExtension: downloaderExtension != nil) }

    /// Reads and checks the bundle at `path`.
    ///
    /// - `requireExecutableBit`: false for a bundle whose bit the service withholds during installation.
    /// - Throws: the first fault: which file, which key, what to do.
    package init(path: String, requireExecutableBit: Bool = true) throws(AppBundleError) {
        self.path = path
        information = try AppInformation(
            propertyList: try Self.contents(of: path + "/Info.plist"), path: path + "/Info.plist")
        let executablePath = path + "/" + information.executable
        try Self.checkExecutable(
            executablePath, key: "CFBundleExecutable", requireBit: requireExecutableBit)
        downloaderExtension = try Self.findExtension(in: path, app: information)
    }

    private static func contents(of path: String) throws(AppBundleError) -> Data {
        guard let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int else {
            throw AppBundleError("\(path) is missing: a bundle needs an Info.plist")
        }
        guard size <= 1 << 20 else { throw AppBundleError("\(path) has \(size) bytes; at most 1 MiB is read") }
        do { return try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
            throw AppBundleError("\(path) cannot be read: \(error.localizedDescription)")
        }
    }

    private static func checkExecutable(
        _ path: String, key: String, requireBit: Bool
    ) throws(AppBundleError) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else {
            throw AppBundleError("\(path), which \(key) names, is missing or no regular file")
        }
        let permissions = (attributes?[.posixPermissions] as? NSNumber)?.uint32Value ?? 0
        guard !requireBit || permissions & 0o111 != 0 else {
            throw AppBundleError("\(path), which \(key) names, is not executable: set its mode with chmod +x")
        }
    }

    private static func findExtension(
        in path: String, app: AppInformation
    ) throws(AppBundleError) -> BundledExtension? {
        let folder = path + "/Extensions"
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        var found: BundledExtension?
        for name in names where name.hasSuffix(".appex") {
            let extensionPath = folder + "/" + name
            let listPath = extensionPath + "/Info.plist"
            guard
                let information = try ExtensionInformation(
                    propertyList: try contents(of: listPath), path: listPath)
            else { continue }
            if let found {
                throw AppBundleError(
                    "\(path) has two downloader extensions, \(found.path) and \(extensionPath): keep one")
            }
            guard information.bundleID.hasPrefix(app.bundleID + ".") else {
                throw AppBundleError(
                    "\(listPath): CFBundleIdentifier is \(information.bundleID); it must begin with the app's, "
                        + "as in \(app.bundleID).downloader")
            }
            try checkExecutable(
                extensionPath + "/" + information.executable, key: "CFBundleExecutable of \(listPath)", requireBit: true
            )
            found = BundledExtension(path: extensionPath, information: information)
        }
        return found
    }
}
