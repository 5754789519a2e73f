// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

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
    /// - Throws: the first obstacle: which file, which key, what to do. `BundleRules` tells all of them.
    package init(path: String, requireExecutableBit: Bool = true) throws(AppBundleError) {
        let bundle = try BundleInformation(readingBundleAt: path)
        let findings = BundleRules(bundle, requiresExecutableBit: requireExecutableBit).findings
        if let obstacle = findings.first(where: { $0.level == .obstacle }) {
            throw AppBundleError("\(path)/\(obstacle.subject): \(obstacle.message)")
        }
        guard var information = AppInformation(bundle.info) else {
            throw AppBundleError("\(path)/Info.plist lacks CFBundleIdentifier or CFBundleExecutable")
        }
        information.receipt = bundle.receipt.flatMap(BuildReceipt.init)
        self.path = path
        self.information = information
        downloaderExtension = bundle.extensions.first(where: \.isDownloader).flatMap { item in
            ExtensionInformation(item.info).map {
                BundledExtension(path: "\(path)/Extensions/\(item.name)", information: $0)
            }
        }
    }
}
