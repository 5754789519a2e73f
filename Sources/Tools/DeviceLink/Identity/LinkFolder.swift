// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// Where this machine keeps its own certificate for pairing, and what it is paired with:
/// `$XDG_CONFIG_HOME/background-assets/pairing`, or the same below `~/.config`; mode 0700.
package struct LinkFolder: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// - Throws: `folder` when the environment names no home.
    package init(environment: [String: String]) throws(LinkError) {
        let base: String
        if let configuration = environment["XDG_CONFIG_HOME"], configuration.hasPrefix("/") {
            base = configuration
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            base = home + "/.config"
        } else {
            throw .folder(
                path: "~/.config",
                SystemError(errno: .noSuchFileOrDirectory, operation: "find", subject: "a home folder (HOME)"))
        }
        path = base + "/background-assets/pairing"
    }

    func open() throws(LinkError) -> Directory {
        do throws(SystemError) {
            try Directory.createFolders(path)
            let folder = try Directory(opening: path)
            try Directory.checkOwn(path, userID: geteuid())
            return folder
        } catch { throw .folder(path: path, error) }
    }

    /// A file's bytes; nil when there is none.
    func read(_ name: String, limit: Int) throws(LinkError) -> [UInt8]? {
        let folder = try open()
        do throws(SystemError) {
            guard folder.exists(name) else { return nil }
            return try folder.open(name).readAll(limit: limit, subject: path + "/" + name)
        } catch { throw .folder(path: path + "/" + name, error) }
    }

    func write(_ bytes: some Collection<UInt8>, to name: String) throws(LinkError) {
        let folder = try open()
        do throws(SystemError) { try folder.writeAtomically(bytes, to: name, mode: 0o600) } catch {
            throw .folder(path: path + "/" + name, error)
        }
    }

    /// Does something while no other process does.
    func alone<Value>(_ body: () throws(LinkError) -> Value) throws(LinkError) -> Value {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }

    private func lock() throws(LinkError) -> LinkLock {
        let folder = try open()
        do throws(SystemError) {
            let file = try folder.open("lock", flags: O_RDWR | O_CREAT, mode: 0o600)
            let number = file.rawValue
            try retrying("lock", path) { flock(number, LOCK_EX) }
            return LinkLock(file)
        } catch { throw .folder(path: path, error) }
    }
}

/// A lock on the folder, for as long as it lives.
private final class LinkLock {
    private let file: OwnedDescriptor

    init(_ file: consuming OwnedDescriptor) { self.file = file }
}
