// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ServiceInterface

/// The rules for the Info.plist of a downloader extension.
struct ExtensionKeyRules {
    /// What makes an extension a downloader extension.
    static let pointIdentifier = ExtensionInformation.extensionPoint

    /// The folder's name, as in `TheCoastDownloader.appex`.
    let name: String
    let info: PropertyList
    /// The app's Info.plist.
    let app: PropertyList

    /// Whether the extension says that it is a downloader extension.
    static func isDownloader(_ info: PropertyList) -> Bool { extensionPoint(info) == pointIdentifier }

    var findings: [Finding] {
        var rules = KeyRules(subject: "\(name)/Info.plist", info: info)
        rules.requireString("CFBundleExecutable")
        if let identifier = rules.requireIdentifier("CFBundleIdentifier"),
            let appIdentifier = app.string("CFBundleIdentifier"), !identifier.hasPrefix(appIdentifier + ".")
        {
            rules.error(
                "CFBundleIdentifier must begin with the app's and a dot (\(appIdentifier).), and is \(identifier)")
        }
        let point = Self.extensionPoint(info)
        if point == nil {
            rules.error(
                """
                EXAppExtensionAttributes is missing, or has no EXExtensionPointIdentifier with \
                \(Self.pointIdentifier)
                """)
        } else if point != Self.pointIdentifier {
            rules.warn("it is no downloader extension, and nothing here runs it: its extension point is \(point ?? "")")
        }
        for key in info.values.keys.filter({ $0.hasPrefix("BA") }).sorted() {
            // Sharing the group is what the extension and the app have in common.
            if key == "BAAppGroupID", info[key] == app[key] { continue }
            rules.error("\(key) belongs in the app's Info.plist, not in the extension's")
        }
        return rules.findings
    }

    private static func extensionPoint(_ info: PropertyList) -> String? {
        info.dictionary("EXAppExtensionAttributes")?.string("EXExtensionPointIdentifier")
    }
}
