// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

/// A bundle that is to be made: what goes into it, with the keys that its parts imply filled in.
struct BundlePlan: Sendable {
    struct Executable: Sendable {
        /// The product's name.
        var name: String
        /// Absolute path of what is copied.
        var path: String
    }

    let app: Executable
    let downloader: Executable?
    let information: BundleInformation

    /// Fills in what follows from the parts. The app's Info.plist needs CFBundleIdentifier and a version at least; that
    /// of the extension may be missing. `host` and `deviceToken` are for the receipt.
    init(
        app: Executable, info: PropertyList, downloader: Executable?, extensionInfo: PropertyList?, host: String? = nil,
        deviceToken: String? = nil
    ) {
        self.app = app
        self.downloader = downloader
        var info = info
        info.setDefault("CFBundleExecutable", app.name)
        info.setDefault("CFBundleName", app.name)
        info.setDefault("CFBundlePackageType", "APPL")
        info.setDefault("CFBundleVersion", info.string("CFBundleShortVersionString"))
        info.setDefault("CFBundleShortVersionString", info.string("CFBundleVersion"))
        var extensions: [BundleInformation.Extension] = []
        if let downloader {
            var inner = extensionInfo ?? PropertyList()
            inner.setDefault("CFBundleExecutable", downloader.name)
            inner.setDefault("CFBundleName", downloader.name)
            inner.setDefault("CFBundlePackageType", "XPC!")
            inner.setDefault(
                "CFBundleIdentifier", info.string("CFBundleIdentifier").map { "\($0).\(downloader.name)" })
            inner.setDefault("CFBundleVersion", info.string("CFBundleVersion"))
            inner.setDefault("CFBundleShortVersionString", info.string("CFBundleShortVersionString"))
            if inner["EXAppExtensionAttributes"] == nil {
                inner["EXAppExtensionAttributes"] = .dictionary(
                    ["EXExtensionPointIdentifier": .string(ExtensionInformation.extensionPoint)])
            }
            extensions = [.init(name: downloader.name + ".appex", info: inner)]
        }
        let receipt = host.map {
            BuildReceipt.list(
                bundleID: info.string("CFBundleIdentifier") ?? "", host: $0, deviceToken: deviceToken)
        }
        information = BundleInformation(info: info, extensions: extensions, receipt: receipt)
    }

    /// What is wrong with it, before anything is written.
    var findings: [BundleFinding] { BundleRules(information).findings }
}
