// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceInterface

/// The rules for an app's Info.plist.
struct AppKeyRules {
    let info: PropertyList
    let hasExtension: Bool

    private static let sizeKeys = ["BAMaxInstallSize", "BAEssentialMaxInstallSize"]

    var findings: [Finding] {
        var rules = KeyRules(subject: "Info.plist", info: info)
        rules.requireIdentifier("CFBundleIdentifier")
        if let executable = rules.requireString("CFBundleExecutable"), executable.contains("/") {
            rules.error("CFBundleExecutable must be a file name in the bundle, and is \(executable)")
        }
        rules.requireString("CFBundleVersion")
        rules.requireString("CFBundleShortVersionString")
        for key in Self.sizeKeys { rules.checkSize(key) }
        // Whatever else it holds was meant to turn them on.
        if rules.optionalBoolean("BAHasManagedAssetPacks") ?? true {
            checkManaged(&rules)
        } else if usesUnmanagedDownloads {
            checkUnmanaged(&rules)
        } else if hasExtension {
            rules.error(
                """
                there is a downloader extension and no key that makes use of it: set BAHasManagedAssetPacks for \
                managed asset packs, or BAManifestURL and BAInitialDownloadRestrictions for downloads of your own
                """)
        }
        return rules.findings
    }

    /// An app handles Background Assets by itself when one of these keys is there.
    private var usesUnmanagedDownloads: Bool {
        ["BAManifestURL", "BAInitialDownloadRestrictions", "BAUsesAppleHosting"].contains { info[$0] != nil }
    }

    private func checkManaged(_ rules: inout KeyRules) {
        checkGroup(&rules, isRequired: true)
        let usesHosting = rules.optionalBoolean("BAUsesAppleHosting") ?? true
        let hasManifest = checkManifestURL(&rules)
        if usesHosting, hasManifest {
            rules.error(
                """
                BAUsesAppleHosting and BAManifestURL exclude each other: the first is for packs from the host that \
                the app came from, the second for packs that you serve
                """)
        } else if !usesHosting, !hasManifest {
            rules.error(
                """
                managed asset packs come from somewhere: set BAUsesAppleHosting to true, or BAManifestURL to the \
                https URL of your download manifest
                """)
        }
        if info["BAInitialDownloadRestrictions"] != nil {
            rules.warn("BAInitialDownloadRestrictions has no effect on managed asset packs; take it out")
        }
        if !hasExtension {
            rules.error(
                "BAHasManagedAssetPacks needs a downloader extension in Extensions/; `ba new-extension` writes one")
        }
    }

    private func checkUnmanaged(_ rules: inout KeyRules) {
        if rules.optionalBoolean("BAUsesAppleHosting") == true {
            rules.error("BAUsesAppleHosting goes with BAHasManagedAssetPacks, which is missing")
        }
        checkGroup(&rules, isRequired: false)
        if !checkManifestURL(&rules) {
            rules.error("BAManifestURL is missing: the service fetches that file before it runs the extension")
        }
        guard let restrictions = info["BAInitialDownloadRestrictions"] else {
            rules.error(
                """
                BAInitialDownloadRestrictions is missing: it bounds what may be downloaded before the first launch \
                (BADownloadAllowance, BAEssentialDownloadAllowance, BADownloadDomainAllowList)
                """)
            return
        }
        guard case .dictionary(let values) = restrictions else {
            return rules.error("BAInitialDownloadRestrictions must be a dictionary, and is \(restrictions.typeName)")
        }
        let list = PropertyList(values)
        for key in ["BADownloadAllowance", "BAEssentialDownloadAllowance"] where !rules.checkSize(key, in: list) {
            rules.error("\(key) is missing from BAInitialDownloadRestrictions")
        }
        checkDomains(list["BADownloadDomainAllowList"], &rules)
        for key in Self.sizeKeys where info[key] == nil {
            rules.warn("\(key) is missing: people see it before they install the app")
        }
    }

    private func checkGroup(_ rules: inout KeyRules, isRequired: Bool) {
        guard isRequired || info["BAAppGroupID"] != nil else { return }
        if let group = rules.requireIdentifier("BAAppGroupID"), !group.hasPrefix("group.") {
            rules.warn("BAAppGroupID is \(group); Apple's platforms want app groups to begin with \"group.\"")
        }
    }

    /// Whether the key is there, right or wrong.
    private func checkManifestURL(_ rules: inout KeyRules) -> Bool {
        guard info["BAManifestURL"] != nil else { return false }
        if let text = rules.requireString("BAManifestURL"), !KeyRules.isSecureURL(text) {
            rules.error("BAManifestURL must be an https URL, and is \(text)")
        }
        return true
    }

    private func checkDomains(_ value: PropertyValue?, _ rules: inout KeyRules) {
        guard let value else {
            return rules.error("BADownloadDomainAllowList is missing from BAInitialDownloadRestrictions")
        }
        guard case .array(let entries) = value, !entries.isEmpty else {
            return rules.error("BADownloadDomainAllowList must be an array with a domain or more")
        }
        for entry in entries {
            guard case .string(let domain) = entry else {
                rules.error("BADownloadDomainAllowList holds \(entry.typeName) where a domain should be")
                continue
            }
            let name = domain.hasPrefix("*.") ? String(domain.dropFirst(2)) : domain
            if name.isEmpty || name.contains(where: { $0 == "*" || $0 == "/" || $0 == ":" || $0.isWhitespace }) {
                rules.error("BADownloadDomainAllowList: \"\(domain)\" is neither a domain nor *.DOMAIN")
            }
        }
    }
}
