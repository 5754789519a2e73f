// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import BundleSigning
internal import ToolSupport

struct SignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Sign a bundle with the key of a team.",
        discussion: """
            App and extension get a signature each, in _CodeSignature/TeamSignature of their folders, which lists all \
            that is there with its SHA-256. Sign last: whatever is changed afterwards makes the bundle one that is not \
            installed. Only the Receipt.plist of an app that sets BAUsesAppleHosting is left out, which its host adds.

            EXAMPLES
              ba sign TheCoast.app --team studio
              ba sign TheCoast.app --key-file studio.pem --json
            """)

    @Argument(help: "The bundle.", completion: .directory)
    var bundle: String

    @Option(help: "The name of the team.")
    var team: String?

    @Option(help: "A file with the team's private key, in place of --team.", completion: .file())
    var keyFile: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if team == nil, keyFile == nil { throw ValidationError("give --team, or --key-file: somebody must sign it") }
        if team != nil, keyFile != nil { throw ValidationError("give --team or --key-file, and not both") }
    }

    /// What was signed.
    private struct SignedBundle: Encodable {
        var bundleID: String
        var path: String
        var team: String
        var publicKey: String
        var fileCount: Int
    }

    func run() async throws {
        let context = ControlContext.current
        let path = context.absolute(bundle)
        let key = try key(context)
        let result = try ControlError.wrapping { () throws(SigningError) in
            let result = try BundleSigner(key: key).sign(bundleAt: path)
            // Something may be writing there still.
            if case .broken(let problems) = try BundleVerifier(path: path).state(), let first = problems.first {
                throw .unsignable(path: first.path, reason: "it changed while the bundle was signed: sign it again")
            }
            return result
        }
        if output.printsJSON {
            return try context.console.writeJSON(
                SignedBundle(
                    bundleID: result.identifier, path: path, team: result.team.fingerprint,
                    publicKey: result.team.publicKey, fileCount: result.itemCount))
        }
        let parts = result.extensionCount == 0 ? "" : " and \(Quantity.count(result.extensionCount, "extension"))"
        context.console.write("Signed \(bundle) (\(result.identifier))\(parts) by team \(result.team).")
    }

    private func key(_ context: ControlContext) throws(ControlError) -> TeamKey {
        if let keyFile {
            return try ControlError.wrapping { () throws(SigningError) in
                try TeamFolder.key(inFile: context.absolute(keyFile))
            }
        }
        let folder = try TeamCommand.folder(context)
        return try ControlError.wrapping { () throws(SigningError) in try folder.key(of: team ?? "") }
    }
}
