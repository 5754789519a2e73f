// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation
internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// The teams of a person: a folder with one key file each, which nobody else may read.
package struct TeamFolder: Sendable {
    private static let suffix = ".pem"

    /// Absolute.
    package let path: String

    package init(path: String) { self.path = path }

    /// `$XDG_CONFIG_HOME/background-assets/teams`, below `~/.config` without that variable.
    package init(environment: [String: String]) throws(SigningError) {
        var base = environment["XDG_CONFIG_HOME"] ?? ""
        // The specification has relative ones ignored.
        if !base.hasPrefix("/") { base = environment["HOME"].map { $0 + "/.config" } ?? "" }
        guard base.hasPrefix("/") else {
            throw .bundle("there is no place for keys: set HOME, or XDG_CONFIG_HOME to an absolute path")
        }
        self.init(path: base + "/background-assets/teams")
    }

    /// Where the key of a team lies.
    package func path(of name: String) -> String { path + "/" + name + Self.suffix }

    /// The names of all teams, sorted.
    package func names() throws(SigningError) -> [String] {
        do throws(SystemError) {
            return try Directory(opening: path).names().filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
                .map { String($0.dropLast(Self.suffix.count)) }.filter { IdentifierRule.problem(with: $0) == nil }
        } catch  where error.errno == .noSuchFileOrDirectory { return [] } catch { throw .file(error) }
    }

    /// - Throws: `teamNotFound`, `keyExposed`, `keyMalformed`, `nameInvalid`, `file`.
    package func key(of name: String) throws(SigningError) -> TeamKey {
        try Self.check(name)
        guard FileStatus(path: path(of: name)) != nil else { throw .teamNotFound(name, known: try names()) }
        return try Self.key(inFile: path(of: name))
    }

    /// Reads a key file, which its owner alone may read.
    package static func key(inFile path: String) throws(SigningError) -> TeamKey {
        let bytes: [UInt8]
        let status: FileStatus
        do throws(SystemError) {
            let file = try OwnedDescriptor(
                checking: open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), "open", path)
            status = try file.status(subject: path)
            bytes = status.kind == .file ? try file.readAll(limit: TeamKey.sizeLimit, subject: path) : []
        } catch { throw .file(error) }
        guard status.kind == .file else { throw .keyMalformed(subject: path) }
        guard status.permissions & 0o077 == 0, status.owner == geteuid() else { throw .keyExposed(path: path) }
        return try TeamKey(pem: String(decoding: bytes, as: UTF8.self), subject: path)
    }

    /// Keeps a key under a name.
    ///
    /// - Throws: `teamExists`, `nameInvalid`, `file`.
    package func add(_ key: TeamKey, as name: String) throws(SigningError) {
        try Self.check(name)
        do throws(SystemError) { try Directory.createFolders(path) } catch { throw .file(error) }
        do throws(SystemError) { try Self.write(key, to: path(of: name)) } catch {
            throw error.errno == .fileExists ? .teamExists(name) : .file(error)
        }
    }

    /// Writes the key file of a team to another place, where nothing may stand, for its owner alone.
    package func export(_ name: String, to path: String) throws(SigningError) {
        let key = try key(of: name)
        do throws(SystemError) { try Self.write(key, to: path) } catch { throw .file(error) }
    }

    private static func write(_ key: TeamKey, to path: String) throws(SystemError) {
        let file = try OwnedDescriptor(
            checking: open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600), "make", path)
        do throws(SystemError) {
            let number = file.rawValue
            try retrying("set the mode of", path) { fchmod(number, 0o600) }
            try file.writeAll(Array(key.pem.utf8), subject: path)
            try retrying("sync", path) { fsync(number) }
        } catch {
            // Half a key is none.
            unlink(path)
            throw error
        }
    }

    private static func check(_ name: String) throws(SigningError) {
        if let problem = IdentifierRule.problem(with: name) { throw .nameInvalid(name, reason: problem) }
    }
}
