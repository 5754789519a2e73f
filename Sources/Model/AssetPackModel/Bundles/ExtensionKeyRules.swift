// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The rules for the Info.plist of an extension.
struct ExtensionKeyRules {
    let item: BundleInformation.Extension
    /// The app's Info.plist.
    let app: PropertyList

    var findings: [BundleFinding] {
        let point = item.point
        let info = item.info
        // What another extension point asks for is not known here, and does not stand in the way.
        let isForeign = point != nil && !item.isDownloader
        var rules = KeyRules(
            subject: "Extensions/\(item.name)/Info.plist", info: info, level: isForeign ? .error : .obstacle)
        rules.requireFileName("CFBundleExecutable")
        if let identifier = rules.requireIdentifier("CFBundleIdentifier"),
            let appIdentifier = app.string("CFBundleIdentifier"), !identifier.hasPrefix(appIdentifier + ".")
        {
            rules.obstruct(
                "CFBundleIdentifier must begin with the app's and a dot (\(appIdentifier).), and is \(identifier)")
        }
        if let value = info["EXAppExtensionAttributes"], info.dictionary("EXAppExtensionAttributes") == nil {
            rules.obstruct("EXAppExtensionAttributes must be a dictionary, and is \(value.typeName)")
        } else if point == nil {
            rules.obstruct(
                """
                EXAppExtensionAttributes is missing, or has no EXExtensionPointIdentifier with \
                \(ExtensionInformation.extensionPoint)
                """)
        } else if isForeign {
            rules.warn("it is no downloader extension, and nothing here runs it: its extension point is \(point ?? "")")
        }
        for key in info.values.keys.filter({ $0.hasPrefix("BA") }).sorted() {
            // Sharing the group is what the extension and the app have in common.
            if key == "BAAppGroupID", info[key] == app[key] { continue }
            rules.error("\(key) belongs in the app's Info.plist, not in the extension's")
        }
        return rules.findings
    }
}
