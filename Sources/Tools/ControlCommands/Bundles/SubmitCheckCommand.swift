// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import AssetPackModel
internal import BundleSigning
internal import Foundation
internal import Glibc
internal import ServiceInterface
internal import SystemSupport
internal import ToolSupport

struct SubmitCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit-check",
        abstract: "Check a bundle as a store does that takes apps in.",
        discussion: """
            All that `ba doctor BUNDLE` finds, and what only a store asks for: app and extension signed by one team and \
            unchanged since, the sizes that people are shown before they install it, allowances that fit to them, \
            versions that can be compared. It shows these sizes as `ba install` does.

            Nothing is asked over the network and no service is needed. With --manifest the packs that are published are \
            held against the sizes; the file is what BAManifestURL serves, as in \
            `curl -o manifest.json 'URL?platform=linux'`.

            Ends with status 0 when the bundle would be accepted, and with 78 when not.

            EXAMPLES
              ba submit-check TheCoast.app
              ba submit-check TheCoast.app --manifest manifest.json --json
            """)

    /// Most bytes of a manifest that are read.
    private static let manifestLimit = 32 << 20

    @Argument(help: "The bundle.", completion: .directory)
    var bundle: String

    @Option(help: "A file with the download manifest of the app's packs.", completion: .file())
    var manifest: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = ControlContext.current
        let path = context.absolute(bundle)
        let information = try ControlError.wrapping { () throws(AppBundleError) in
            try BundleInformation(readingBundleAt: path)
        }
        let published = try manifest.map { name throws(ControlError) in try Self.read(context.absolute(name)) }
        let signing = try ControlError.wrapping { () throws(SigningError) in try BundleVerifier(path: path).state() }
        let rules = SubmissionRules(information, manifest: published).findings
        let report = SubmissionReport(
            information, path: path, signing: signing, findings: rules + signing.storeFindings(of: path))
        if output.printsJSON {
            try context.console.writeJSON(report)
        } else {
            context.console.write(report.text)
        }
        guard !report.accepted else { return }
        throw ControlError.configuration(
            "\(bundle) would not be accepted: \(Quantity.count(report.findings.count { $0.level == .error }, "error"))")
    }

    private static func read(_ path: String) throws(ControlError) -> DownloadManifest {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try OwnedDescriptor(
                checking: open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), "open", path
            ).readAll(limit: manifestLimit, subject: path)
        } catch { throw .file(error) }
        let manifest: DownloadManifest
        do { manifest = try JSONDecoder().decode(DownloadManifest.self, from: Data(bytes)) } catch {
            throw .malformed(
                "\(path) is no download manifest: a JSON object with assetPacks, as BAManifestURL serves it")
        }
        do throws(DownloadManifestError) { try manifest.validate() } catch { throw .malformed("\(path): \(error)") }
        return manifest
    }
}

extension SigningState {
    /// What a store says of it: only what is signed can be updated by nobody else.
    fileprivate func storeFindings(of path: String) -> [BundleFinding] {
        guard case .unsigned = self else { return findings(of: path) }
        return [
            BundleFinding(
                .error, path, "it is not signed: sign it with the key of your team, by `ba sign BUNDLE --team NAME`")
        ]
    }
}
