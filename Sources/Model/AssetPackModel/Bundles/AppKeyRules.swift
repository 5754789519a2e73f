// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The rules for an app's Info.plist.
struct AppKeyRules {
    let info: PropertyList
    let hasExtension: Bool

    private static let sizeKeys = ["BAMaxInstallSize", "BAEssentialMaxInstallSize"]
    private static let restrictions = "BAInitialDownloadRestrictions: "
    private static let allowanceKeys = ["BADownloadAllowance", "BAEssentialDownloadAllowance"]

    /// Whether a text can name a file directly in a folder.
    static func isFileName(_ name: String) -> Bool {
        !name.isEmpty && !name.contains("/") && !name.contains("\0") && name != "." && name != ".."
            && name.utf8.count <= 255
    }

    var findings: [BundleFinding] {
        var rules = KeyRules(subject: "Info.plist", info: info)
        rules.requireIdentifier("CFBundleIdentifier")
        rules.requireFileName("CFBundleExecutable")
        for key in ["CFBundleVersion", "CFBundleShortVersionString"] {
            rules.checkShownText(key)
            if info[key] == nil { rules.error("it lacks the key \(key)") }
        }
        for key in ["CFBundleName", "CFBundleDisplayName"] { rules.checkShownText(key) }
        for key in ["CFBundleDevelopmentRegion", "LSApplicationCategoryType"] { rules.optionalString(key) }
        rules.optionalFileName("CFBundleIconFile")
        _ = rules.optionalBoolean("BATerminal")
        TaskKeyRules.check(&rules)
        for key in Self.sizeKeys { rules.checkSize(key) }
        // Whatever else it holds was meant to turn them on.
        let isManaged = rules.optionalBoolean("BAHasManagedAssetPacks") ?? true
        let usesHosting = rules.optionalBoolean("BAUsesAppleHosting")
        checkGroup(&rules, isRequired: isManaged)
        let hasManifest = checkManifestURL(&rules)
        let restrictions = checkRestrictions(&rules)
        if isManaged {
            checkManaged(usesHosting: usesHosting ?? true, hasManifest: hasManifest, &rules)
        } else if usesUnmanagedDownloads {
            checkUnmanaged(usesHosting: usesHosting ?? false, hasManifest: hasManifest, restrictions, &rules)
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

    private func checkManaged(usesHosting: Bool, hasManifest: Bool, _ rules: inout KeyRules) {
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
            rules.warn(
                "BAInitialDownloadRestrictions does not restrict managed asset packs: its BAEssentialDownloadAllowance is only "
                    + "the first estimate of what an installation fetches")
        }
        if !hasExtension {
            rules.error(
                "there is no downloader extension in Extensions/, which BAHasManagedAssetPacks needs; "
                    + "`ba new-extension` writes one")
        }
    }

    private func checkUnmanaged(
        usesHosting: Bool, hasManifest: Bool, _ restrictions: PropertyList?, _ rules: inout KeyRules
    ) {
        if usesHosting { rules.error("BAUsesAppleHosting goes with BAHasManagedAssetPacks, which is missing") }
        if !hasManifest {
            rules.error("BAManifestURL is missing: the service fetches that file before it runs the extension")
        }
        if !hasExtension {
            rules.error(
                "there is no downloader extension in Extensions/, "
                    + (hasManifest
                        ? "and nothing else reads what BAManifestURL names" : "which decides what is to be downloaded")
                    + "; `ba new-extension` writes one")
        }
        guard info["BAInitialDownloadRestrictions"] != nil else {
            rules.error(
                """
                BAInitialDownloadRestrictions is missing: it bounds what may be downloaded before the first launch \
                (BADownloadAllowance, BAEssentialDownloadAllowance, BADownloadDomainAllowList); or set \
                BAHasManagedAssetPacks to true, if its asset packs are managed
                """)
            return
        }
        guard let restrictions else { return }
        for key in Self.allowanceKeys + ["BADownloadDomainAllowList"] where restrictions[key] == nil {
            rules.error("\(key) is missing from BAInitialDownloadRestrictions")
        }
        for key in Self.sizeKeys where info[key] == nil {
            rules.warn("\(key) is missing: people see it before they install the app")
        }
    }

    private func checkGroup(_ rules: inout KeyRules, isRequired: Bool) {
        if isRequired, info["BAAppGroupID"] == nil {
            rules.error("it lacks the key BAAppGroupID: name the app group that app and extension share")
        }
        if let group = rules.optionalIdentifier("BAAppGroupID"), !group.hasPrefix("group.") {
            rules.warn("BAAppGroupID is \(group); Apple's platforms want app groups to begin with \"group.\"")
        }
    }

    /// Whether the key is there, right or wrong.
    private func checkManifestURL(_ rules: inout KeyRules) -> Bool {
        guard info["BAManifestURL"] != nil else { return false }
        if let text = rules.optionalString("BAManifestURL"), !KeyRules.isSecureURL(text) {
            rules.obstruct("BAManifestURL must be an https URL, and is \(text): only https is fetched from")
        }
        return true
    }

    /// The dictionary, when it is there and is one.
    private func checkRestrictions(_ rules: inout KeyRules) -> PropertyList? {
        guard let value = info["BAInitialDownloadRestrictions"] else { return nil }
        guard case .dictionary(let values) = value else {
            rules.obstruct("BAInitialDownloadRestrictions must be a dictionary, and is \(value.typeName)")
            return nil
        }
        let list = PropertyList(values)
        for key in Self.allowanceKeys { rules.checkSize(key, in: list, of: Self.restrictions) }
        checkDomains(list["BADownloadDomainAllowList"], &rules)
        return list
    }

    private func checkDomains(_ value: PropertyValue?, _ rules: inout KeyRules) {
        guard let value else { return }
        let key = Self.restrictions + "BADownloadDomainAllowList"
        guard case .array(let entries) = value, !entries.isEmpty else {
            return rules.obstruct("\(key) must be an array of strings, a domain or more")
        }
        for entry in entries {
            guard case .string(let domain) = entry else {
                rules.obstruct("\(key) must be an array of strings, and holds \(entry.typeName)")
                continue
            }
            let name = domain.hasPrefix("*.") ? String(domain.dropFirst(2)) : domain
            if name.isEmpty || name.contains(where: { $0 == "*" || $0 == "/" || $0 == ":" || $0.isWhitespace }) {
                rules.error("\(key): \"\(domain)\" is neither a domain nor *.DOMAIN")
            }
        }
    }
}
