// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Glibc
internal import SystemSupport
internal import ToolSupport

/// The private half of a key of a team, or of a member.
struct KeyFile: Equatable, Sendable {
    /// Bytes of the longest file that is read.
    private static let limit = 64 << 10

    let id: String
    let path: String

    /// Finds the key that is meant.
    ///
    /// - `explicit`: the path that somebody has given.
    init(id: String?, explicit: String?, environment: [String: String]) throws(TransportError) {
        if let explicit {
            guard let id = id ?? Self.id(ofFileNamed: explicit) else {
                throw .setting("--api-key", "say which key \(explicit) is: its name is not AuthKey_ID.p8")
            }
            guard FileStatus(resolving: explicit)?.kind == .file else { throw .key("there is no key at \(explicit)") }
            (self.id, path) = (id, explicit)
            return
        }
        guard let id else {
            throw .setting(
                "--api-key", "say whose requests these are: the ID of a key, here or in BA_TRANSPORT_API_KEY")
        }
        let name = try Self.name(of: id)
        let paths = Self.folders(environment).map { $0 + "/" + name }
        guard let found = paths.first(where: { FileStatus(resolving: $0)?.kind == .file }) else {
            throw .key(
                "there is no \(name) in any of the folders of keys: "
                    + Self.folders(environment).joined(separator: ", ") + "; or name it with --p8-file-path")
        }
        (self.id, path) = (id, found)
    }

    /// Where keys are looked for, in this order: as altool has it.
    static func folders(_ environment: [String: String]) -> [String] {
        var folders: [String] = []
        if let folder = environment["API_PRIVATE_KEYS_DIR"], !folder.isEmpty { folders.append(folder) }
        folders.append("./private_keys")
        if let home = environment["HOME"], !home.isEmpty {
            folders += ["private_keys", ".private_keys", ".appstoreconnect/private_keys"].map { home + "/" + $0 }
        }
        return folders
    }

    private static func name(of id: String) throws(TransportError) -> String {
        guard IdentifierRule.allows(id) else { throw .setting("--api-key", "\(id) is no ID of a key") }
        return "AuthKey_\(id).p8"
    }

    private static func id(ofFileNamed path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8"), name.count > 11 else { return nil }
        return String(name.dropFirst(8).dropLast(3))
    }

    /// The PEM text in it.
    func text() throws(TransportError) -> String {
        let bytes: [UInt8]
        do throws(SystemError) {
            let file = try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), "open", path)
            let status = try file.status(subject: path)
            if status.permissions & 0o077 != 0 {
                Console.standard.warn(
                    "others of this machine may use the key \(path): chmod 600 makes it yours alone")
            }
            bytes = try file.readAll(limit: Self.limit, subject: path)
        } catch { throw .key("the key cannot be read: \(error)") }
        guard let text = String(validating: bytes, as: UTF8.self), text.contains("PRIVATE KEY") else {
            throw .key("\(path) is no private key: it is the file AuthKey_ID.p8 that was given out once")
        }
        return text
    }
}
