// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// An app or an extension in it, as a signature speaks of it: its folder, and what its Info.plist says.
struct SignedPart {
    let kind: BundleSignature.Kind
    /// Relative to the bundle; empty for the app.
    let folder: String
    let identifier: String
    let version: String
    let build: String
    /// What the signature does not cover: itself, and what a host adds.
    private let uncovered: Set<ItemPath>

    /// - `folder`: relative to the bundle; empty for the app.
    init?(_ kind: BundleSignature.Kind, folder: String, info: PropertyList) {
        guard let identifier = info.string("CFBundleIdentifier") else { return nil }
        self.kind = kind
        self.folder = folder
        self.identifier = identifier
        version = info.string("CFBundleShortVersionString") ?? "0"
        build = info.string("CFBundleVersion") ?? "0"
        // The host adds it to what the developer has signed. Only of an app that says so: another one may call anything so.
        let hasReceipt = kind == .app && info.boolean("BAUsesAppleHosting") == true
        let names = [BundleSignature.path, BundleSignature.folderName] + (hasReceipt ? [BuildReceipt.fileName] : [])
        uncovered = Set(names.map { ItemPath($0) })
    }

    /// All parts of a bundle: the app is the last, since its signature covers those of its extensions.
    static func parts(of bundle: BundleInformation) throws(SigningError) -> [SignedPart] {
        var parts: [SignedPart] = []
        for item in bundle.extensions {
            guard let part = SignedPart(.appExtension, folder: "Extensions/\(item.name)", info: item.info) else {
                throw .bundle("Extensions/\(item.name)/Info.plist lacks the key CFBundleIdentifier")
            }
            parts.append(part)
        }
        guard let app = SignedPart(.app, folder: "", info: bundle.info) else {
            throw .bundle("Info.plist lacks the key CFBundleIdentifier")
        }
        return parts + [app]
    }

    /// A path in this part, as a path in the bundle.
    func path(_ inner: String) -> String { folder.isEmpty ? inner : "\(folder)/\(inner)" }

    /// What a signature of this part covers of a bundle.
    func covered(_ tree: BundleTree) -> [ItemPath: SignedItem] {
        let part = folder.isEmpty ? tree : tree.part(below: folder)
        return part.items.filter { !uncovered.contains($0.key) }
    }

    /// The bytes of its signature; nil when it has none.
    func signature(in bundle: borrowing Directory) throws(SigningError) -> [UInt8]? {
        let path = path(BundleSignature.path)
        guard bundle.exists(path) else { return nil }
        do throws(SystemError) {
            let file = try bundle.open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
            guard try file.status(subject: path).kind == .file else {
                throw SystemError(errno: .invalidArgument, operation: "read (it is no file)", subject: path)
            }
            return try file.readAll(limit: BundleSignature.sizeLimit, subject: path)
        } catch { throw .file(error) }
    }
}
