// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import SystemPackage
internal import SystemSupport

/// Signs a bundle: each extension in it, and then the app with all that is in it.
package struct BundleSigner {
    /// What was signed.
    package struct Result: Equatable, Sendable {
        package var identifier: String
        package var team: TeamIdentity
        /// Files, folders and links of the app, those of its extensions included.
        package var itemCount: Int
        package var extensionCount: Int
    }

    private let key: TeamKey

    package init(key: TeamKey) { self.key = key }

    /// - `path`: of the bundle, absolute. Signatures that are there are replaced.
    package func sign(bundleAt path: String) throws(SigningError) -> Result {
        let information: BundleInformation
        do throws(AppBundleError) { information = try BundleInformation(readingBundleAt: path) } catch {
            throw error.kind == .missing ? .missing(error.description) : .bundle(error.description)
        }
        // Nobody could install it.
        if let obstacle = BundleRules(information).findings.first(where: { $0.level == .obstacle }) {
            throw .bundle("\(path): \(obstacle.subject): \(obstacle.message)")
        }
        let parts = try SignedPart.parts(of: information)
        let bundle = try open(path)
        // The app's covers the signatures of its extensions, so that these come first.
        let extensions = parts.filter { $0.kind == .appExtension }
        if !extensions.isEmpty {
            let tree = try BundleTree(reading: bundle) { false }
            for part in extensions { _ = try sign(part, tree, in: bundle) }
        }
        let tree = try BundleTree(reading: bundle) { false }
        try checkLinks(of: tree)
        var count = 0
        for part in parts where part.kind == .app { count = try sign(part, tree, in: bundle) }
        return Result(
            identifier: parts.last?.identifier ?? "", team: key.team, itemCount: count, extensionCount: extensions.count
        )
    }

    /// A bundle with a link that leads out of it cannot be installed.
    private func checkLinks(of tree: BundleTree) throws(SigningError) {
        for (path, item) in tree.items {
            guard case .link(let target) = item else { continue }
            let depth = path.text.utf8.count { $0 == UInt8(ascii: "/") }
            guard LinkTarget(target.text).staysInside(depth: depth) else {
                throw .unsignable(path: path.text, reason: "it is a link that leads out of the bundle")
            }
        }
    }

    private func open(_ path: String) throws(SigningError) -> Directory {
        do throws(SystemError) { return try Directory(opening: path) } catch { throw .file(error) }
    }

    private func sign(
        _ part: SignedPart, _ tree: BundleTree, in bundle: borrowing Directory
    ) throws(SigningError) -> Int {
        var signature = BundleSignature(
            kind: part.kind, identifier: part.identifier, version: part.version, build: part.build, team: key.team,
            items: part.covered(tree))
        signature.signature = try key.sign(signature.message)
        let text = signature.text
        guard text.count <= BundleSignature.sizeLimit else {
            throw .unsignable(path: part.folder, reason: "its signature would be larger than 32 MiB")
        }
        do throws(SystemError) {
            let folder = part.path(BundleSignature.folderName)
            try bundle.makeFolder(folder, mode: 0o755)
            try bundle.folder(folder).writeAtomically(text, to: "TeamSignature", mode: 0o644)
        } catch { throw .file(error) }
        return signature.items.count
    }
}
