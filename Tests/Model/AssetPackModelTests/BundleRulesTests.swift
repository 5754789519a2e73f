// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import Testing

@Suite struct BundleRulesTests {
    struct Change: CustomTestStringConvertible, Sendable {
        var key: String
        var value: PropertyValue?
        /// What the one finding says.
        var finding: String

        init(_ key: String, _ value: PropertyValue?, _ finding: String) {
            self.key = key
            self.value = value
            self.finding = finding
        }

        var testDescription: String { "\(key) \(value.map { "\($0)" } ?? "missing")" }
    }

    @Test(arguments: [SampleBundle.managed, SampleBundle.unmanaged])
    func findsNothingInARightBundle(app: [String: PropertyValue]) {
        #expect(SampleBundle.findings(app: app).isEmpty)
    }

    @Test("D1: An app's background tasks and modes are right as Apple has them") func rightTasks() {
        var app = SampleBundle.managed
        app["BGTaskSchedulerPermittedIdentifiers"] = .array([.string("noon"), .string("com.example.export.*")])
        app["UIBackgroundModes"] = .array([.string("fetch"), .string("processing"), .string("audio")])
        #expect(SampleBundle.findings(app: app).isEmpty)
    }

    @Test func anAppWithoutAssetsNeedsNothing() {
        let app = SampleBundle.managed.filter { $0.key.hasPrefix("CF") }
        #expect(SampleBundle.findings(app: app, downloader: nil).isEmpty)
        #expect(SampleBundle.findings(app: app).first?.contains("no key that makes use of it") == true)
    }

    @Test(arguments: [
        Change("CFBundleIdentifier", nil, "lacks the key CFBundleIdentifier"),
        Change("CFBundleExecutable", .string("bin/Coast"), "without slashes"),
        Change("CFBundleVersion", nil, "lacks the key CFBundleVersion"),
        Change("CFBundleName", .string("Coast 1.0\n  the app   10 kB"), "CFBundleName holds line ends or other"),
        Change("CFBundleDisplayName", .string("a\u{1b}[2K"), "CFBundleDisplayName holds line ends or other"),
        Change("CFBundleDisplayName", .string("a\u{2028}b\u{202e}c"), "CFBundleDisplayName holds line ends or other"),
        Change("CFBundleShortVersionString", .string("1.0\r2"), "CFBundleShortVersionString holds line ends"),
        Change("BAAppGroupID", nil, "lacks the key BAAppGroupID"),
        Change("BAAppGroupID", .string("a/b"), "BAAppGroupID is no identifier"),
        Change("BAAppGroupID", .string("coast"), "warning: Info.plist: BAAppGroupID is coast"),
        Change("BAAppGroupID", .integer(1), "BAAppGroupID must be a string, and is a number"),
        Change("BAHasManagedAssetPacks", .string("YES"), "must be true or false (<true/>), and is a string"),
        Change("BAUsesAppleHosting", nil, "managed asset packs come from somewhere"),
        Change("BAManifestURL", .string("https://a/m"), "exclude each other"),
        Change("BAInitialDownloadRestrictions", .dictionary([:]), "does not restrict managed asset packs"),
        Change("BAMaxInstallSize", .string("1"), "BAMaxInstallSize must be a number of bytes"),
        Change("BAMaxInstallSize", .real(1.5), "BAMaxInstallSize must be a whole number"),
        Change("BAEssentialMaxInstallSize", .integer(-1), "0 or more"),
        Change("UIBackgroundModes", .string("fetch"), "UIBackgroundModes must be an array of strings, and is a string"),
        Change("UIBackgroundModes", .array([.string("fecth")]), "fecth, which is none of Apple's background modes"),
        Change("BGTaskSchedulerPermittedIdentifiers", .array([.integer(1)]), "of strings, and holds a number"),
        Change("BGTaskSchedulerPermittedIdentifiers", .array([.string("")]), "lists an empty identifier"),
    ])
    func findsWhatIsWrongWithManagedKeys(change: Change) {
        var app = SampleBundle.managed
        app[change.key] = change.value
        expect(change.finding, in: SampleBundle.findings(app: app))
    }

    @Test(arguments: [
        Change("BAManifestURL", nil, "BAManifestURL is missing"),
        Change("BAManifestURL", .string("http://example.com"), "must be an https URL"),
        Change("BAUsesAppleHosting", .boolean(true), "goes with BAHasManagedAssetPacks"),
        Change("BAInitialDownloadRestrictions", nil, "BAInitialDownloadRestrictions is missing"),
        Change("BAInitialDownloadRestrictions", .array([]), "must be a dictionary"),
        Change("BAMaxInstallSize", nil, "warning: Info.plist: BAMaxInstallSize is missing"),
    ])
    func findsWhatIsWrongWithUnmanagedKeys(change: Change) {
        var app = SampleBundle.unmanaged
        app[change.key] = change.value
        expect(change.finding, in: SampleBundle.findings(app: app))
    }

    @Test(arguments: [
        Change("BADownloadAllowance", nil, "BADownloadAllowance is missing"),
        Change("BAEssentialDownloadAllowance", .boolean(true), "must be a number of bytes"),
        Change("BADownloadDomainAllowList", nil, "BADownloadDomainAllowList is missing"),
        Change("BADownloadDomainAllowList", .array([]), "a domain or more"),
        Change("BADownloadDomainAllowList", .array([.integer(1)]), "holds a number"),
        Change("BADownloadDomainAllowList", .array([.string("https://a")]), "neither a domain"),
        Change("BADownloadDomainAllowList", .array([.string("a.*.b")]), "neither a domain"),
    ])
    func findsWhatIsWrongWithRestrictions(change: Change) {
        var app = SampleBundle.unmanaged
        guard case .dictionary(var restrictions) = app["BAInitialDownloadRestrictions"] else { return }
        restrictions[change.key] = change.value
        app["BAInitialDownloadRestrictions"] = .dictionary(restrictions)
        expect(change.finding, in: SampleBundle.findings(app: app))
    }

    @Test(arguments: [
        Change("CFBundleIdentifier", .string("com.example.other"), "must begin with the app's and a dot"),
        Change("CFBundleIdentifier", .string("com.example.coastal"), "must begin with the app's and a dot"),
        Change("CFBundleExecutable", nil, "lacks the key CFBundleExecutable"),
        Change("EXAppExtensionAttributes", nil, "EXAppExtensionAttributes is missing"),
        Change("EXAppExtensionAttributes", .string("x"), "EXAppExtensionAttributes must be a dictionary"),
        Change("BAManifestURL", .string("https://a"), "belongs in the app's Info.plist"),
        Change("BAAppGroupID", .string("group.other"), "belongs in the app's Info.plist"),
    ])
    func findsWhatIsWrongWithTheExtension(change: Change) {
        var downloader = SampleBundle.downloader
        downloader[change.key] = change.value
        expect(change.finding, in: SampleBundle.findings(downloader: downloader))
    }

    @Test func anExtensionOfAnotherPointIsNoDownloader() {
        var downloader = SampleBundle.downloader
        downloader["EXAppExtensionAttributes"] = .dictionary(["EXExtensionPointIdentifier": .string("other")])
        let findings = SampleBundle.findings(downloader: downloader)
        #expect(findings.count == 2)
        #expect(findings.first?.contains("no downloader extension") == true)
        #expect(findings.last?.hasPrefix("warning: Extensions/D.appex/Info.plist: it is no downloader") == true)
    }

    @Test func theExtensionMayNameTheSharedGroup() {
        var downloader = SampleBundle.downloader
        downloader["BAAppGroupID"] = SampleBundle.managed["BAAppGroupID"]
        #expect(SampleBundle.findings(downloader: downloader).isEmpty)
    }

    @Test func managedPacksNeedAnExtension() {
        expect("no downloader extension", in: SampleBundle.findings(downloader: nil))
    }

    @Test(
        "What is said of an extension that is missing fits the manifest that is, or is not, named",
        arguments: [false, true])
    func missingExtensions(hasManifest: Bool) {
        var info = SampleBundle.unmanaged
        if !hasManifest { info["BAManifestURL"] = nil }
        let findings = SampleBundle.findings(app: info, downloader: nil)
        let text =
            hasManifest ? "nothing else reads what BAManifestURL names" : "which decides what is to be downloaded"
        #expect(findings.contains { $0.contains("no downloader extension") && $0.contains(text) }, "\(findings)")
    }

    @Test func anAppHasOneDownloader() {
        let item = BundleInformation.Extension(name: "D.appex", info: PropertyList(SampleBundle.downloader))
        let bundle = BundleInformation(info: PropertyList(SampleBundle.managed), extensions: [item, item])
        expect("one downloader extension", in: BundleRules(bundle).findings.map(\.message))
    }

    /// What is an obstacle makes the service refuse the bundle; the rest it only tells of.
    @Test func obstaclesAreToldFromErrors() throws {
        func level(_ change: (inout [String: PropertyValue]) -> Void) -> [BundleFinding.Level] {
            var app = SampleBundle.managed
            change(&app)
            let item = BundleInformation.Extension(name: "D.appex", info: PropertyList(SampleBundle.downloader))
            return BundleRules(BundleInformation(info: PropertyList(app), extensions: [item])).findings.map(\.level)
        }
        #expect(level { $0["CFBundleExecutable"] = nil } == [.obstacle])
        #expect(level { $0["BAHasManagedAssetPacks"] = .integer(1) } == [.obstacle])
        #expect(level { $0["BAAppGroupID"] = nil } == [.error])
        #expect(level { $0["BAUsesAppleHosting"] = nil } == [.error])
        #expect(level { $0["CFBundleVersion"] = nil } == [.error])
        #expect(level { $0["BAInitialDownloadRestrictions"] = .dictionary([:]) } == [.warning])
        // Everything at once.
        #expect(level { $0 = ["BAMaxInstallSize": .string("x"), "BAManifestURL": .string("http://a")] }.count >= 6)
    }

    private func expect(_ text: String, in findings: [String]) {
        #expect(findings.count == 1)
        #expect(findings.first?.contains(text) == true, "\(findings)")
    }
}
