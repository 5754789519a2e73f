// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a store asks of an app beyond what keeps it from working: that people are told how much room it takes, that what it
/// says of that is plausible, and that versions can be told apart.
package struct SubmissionRules {
    /// A size below this is hardly one in bytes.
    private static let leastPlausible: Int64 = 10_000
    private static let restrictions = "BAInitialDownloadRestrictions"

    private let bundle: BundleInformation
    private let manifest: DownloadManifest?

    /// - `manifest`: that of the app's packs, when it is at hand.
    package init(_ bundle: BundleInformation, manifest: DownloadManifest? = nil) {
        self.bundle = bundle
        self.manifest = manifest
    }

    /// All that there is to say, that of `BundleRules` first; a fault means that the app would not be accepted.
    package var findings: [BundleFinding] {
        var rules = KeyRules(subject: "Info.plist", info: bundle.info, level: .error)
        checkVersions(&rules)
        checkGroup(&rules)
        checkSizes(&rules)
        checkAllowances(&rules)
        if let manifest { checkManifest(manifest, &rules) }
        let known = BundleRules(bundle).findings
        let added = rules.findings.filter { finding in !known.contains { $0.message == finding.message } }
        // What only warns a developer is asked for here.
        let demanded = Set(missingSizeKeys)
        return known.filter { finding in !demanded.contains { finding.message.hasPrefix("\($0) is missing") } } + added
    }

    private var isManaged: Bool { bundle.info.boolean("BAHasManagedAssetPacks") ?? false }
    private var usesHosting: Bool { bundle.info.boolean("BAUsesAppleHosting") ?? false }
    private var hasAssets: Bool { isManaged || bundle.info["BAManifestURL"] != nil || !bundle.extensions.isEmpty }
    private var limits: PropertyList? { bundle.info.dictionary(Self.restrictions) }

    /// Keys without which nobody is shown what comes. A host that serves an app's packs knows their sizes.
    private var missingSizeKeys: [String] {
        guard hasAssets, !usesHosting else { return [] }
        return ["BAMaxInstallSize", "BAEssentialMaxInstallSize"].filter { bundle.info[$0] == nil }
    }

    private func checkVersions(_ rules: inout KeyRules) {
        for key in ["CFBundleShortVersionString", "CFBundleVersion"] {
            guard let text = bundle.info.string(key), !Self.isVersion(text) else { continue }
            rules.error("\(key) must be up to three numbers with dots between, as in 1.2.3, and is \(text)")
        }
        for item in bundle.extensions where item.isDownloader {
            for key in ["CFBundleShortVersionString", "CFBundleVersion"] {
                guard let own = item.info.string(key), let app = bundle.info.string(key), own != app else { continue }
                rules.warn("\(key) of Extensions/\(item.name) is \(own), and that of the app \(app)")
            }
        }
    }

    private static func isVersion(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 3
            && parts.allSatisfy { part in
                !part.isEmpty && part.count <= 18
                    && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            }
    }

    private func checkGroup(_ rules: inout KeyRules) {
        guard bundle.extensions.contains(where: \.isDownloader), bundle.info["BAAppGroupID"] == nil else { return }
        rules.error("it lacks the key BAAppGroupID: name the app group that app and extension share")
    }

    private func checkSizes(_ rules: inout KeyRules) {
        for key in missingSizeKeys {
            rules.error(
                "\(key) is missing: people are shown it before they install the app; 0 says that there are none")
        }
        for key in ["BAMaxInstallSize", "BAEssentialMaxInstallSize"] {
            guard let size = bundle.info.integer(key), size > 0, size < Self.leastPlausible else { continue }
            rules.warn("\(key) is \(size): it is a number of bytes")
        }
    }

    /// What is fetched is compressed, what takes room is not: it is hardly less.
    private func checkAllowances(_ rules: inout KeyRules) {
        let pairs = [
            ("BADownloadAllowance", "BAMaxInstallSize"), ("BAEssentialDownloadAllowance", "BAEssentialMaxInstallSize"),
        ]
        for (allowanceKey, sizeKey) in pairs {
            guard let size = bundle.info.integer(sizeKey), let allowance = limits?.integer(allowanceKey) else {
                continue
            }
            if allowance > size {
                rules.warn(
                    "\(allowanceKey) lets \(allowance) bytes be fetched, and \(sizeKey) tells people that they take \(size): "
                        + "one of the two is wrong")
            }
        }
        if let size = bundle.info.integer("BAEssentialMaxInstallSize"), size > 0,
            limits?.integer("BAEssentialDownloadAllowance") == 0
        {
            rules.error("BAEssentialDownloadAllowance is 0, so that none of the essential assets can be fetched")
        }
    }

    /// What is published now against what the app says of it.
    private func checkManifest(_ manifest: DownloadManifest, _ rules: inout KeyRules) {
        let essential = manifest.assetPacks.filter(\.isEssential)
        let others = manifest.assetPacks.filter { !$0.isEssential }
        let fetched = essential.reduce(0) { Self.sum($0, $1.downloadSize) }
        if let allowance = limits?.integer("BAEssentialDownloadAllowance"), fetched > allowance {
            rules.error(
                "the essential packs of the manifest have \(fetched) bytes, and BAEssentialDownloadAllowance allows "
                    + "\(allowance)")
        }
        for (key, packs) in [("BAEssentialMaxInstallSize", essential), ("BAMaxInstallSize", others)] {
            guard let size = bundle.info.integer(key) else { continue }
            // Apple's form does not tell the size on disk; it is not less than that of the archive by much.
            let taken = packs.reduce(0) { Self.sum($0, $1.installedSize ?? $1.downloadSize) }
            if taken > size {
                rules.error(
                    "the \(key == "BAMaxInstallSize" ? "other" : "essential") packs of the manifest take \(taken) bytes, and "
                        + "\(key) tells people \(size)")
            }
        }
    }

    private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (sum, overflows) = left.addingReportingOverflow(right)
        return overflows ? .max : sum
    }
}

extension DownloadManifestEntry {
    fileprivate var isEssential: Bool { if case .essential = downloadPolicy { true } else { false } }
}
