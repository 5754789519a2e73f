// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import BundleSigning
internal import ServiceInterface
internal import SystemSupport

/// What came of the check of a bundle, as it is printed.
struct SubmissionReport: Encodable {
    var bundleID: String
    var version: String
    var build: String
    /// Whether a store would take it in.
    var accepted: Bool
    /// The fingerprint of the team that signed it; nil when it is not signed, or not well.
    var team: String?
    /// What people are shown before they install it.
    var sizes: InstallSizes
    var findings: [Finding]

    init(_ bundle: BundleInformation, path: String, signing: SigningState, findings: [BundleFinding]) {
        let info = bundle.info
        bundleID = bundle.identifier ?? ""
        version = info.string("CFBundleShortVersionString") ?? ""
        build = info.string("CFBundleVersion") ?? ""
        accepted = !findings.contains(where: \.isFault)
        team = signing.team?.fingerprint
        sizes = InstallSizes(
            name: info.string("CFBundleDisplayName") ?? info.string("CFBundleName") ?? bundleID, version: version,
            appBytes: Self.bytes(at: path), maxAssetBytes: Self.size("BAMaxInstallSize", info),
            maxEssentialBytes: Self.size("BAEssentialMaxInstallSize", info))
        self.findings = findings.map { Finding($0) }
    }

    /// One that is none is a finding, and is not shown.
    private static func size(_ key: String, _ info: PropertyList) -> Int64? {
        info.integer(key).flatMap { $0 < 0 ? nil : $0 }
    }

    private static func bytes(at path: String) -> Int64? {
        do throws(SystemError) {
            var bytes: Int64 = 0
            try Directory(opening: path).forEachFile { _, status in bytes &+= status.size }
            return bytes
        } catch { return nil }
    }

    var text: String {
        var lines = ["What people are shown before they install it:", SizeText(sizes).text, ""]
        lines.append(DoctorCommand.text(findings.isEmpty || accepted ? findings + [verdict] : findings))
        return lines.joined(separator: "\n")
    }

    private var verdict: Finding {
        Finding(level: .ok, subject: bundleID, message: "\(version) (\(build)) would be accepted")
    }
}
