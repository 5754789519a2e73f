// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import SystemSupport

/// Where the development server keeps what outlives it: its certificate authority, the versions it has given, and
/// the blocks files it has made.
///
/// `$XDG_DATA_HOME/background-assets-serve`, or the same below `~/.local/share`; mode 0700, files 0600.
package struct ServerDataFolder: Equatable, Sendable {
    /// The folder's name.
    package static let name = "background-assets-serve"
    /// The certificate of the authority, which devices trust.
    package static let authorityCertificateName = "ca.pem"
    package static let authorityKeyName = "ca-key.pem"
    package static let leafCertificateName = "leaf.pem"
    package static let leafKeyName = "leaf-key.pem"
    package static let ledgerName = "versions.json"
    /// The folder of the blocks files that the server made.
    package static let blocksName = "blocks"
    /// Held locked by the server that serves from this folder.
    package static let servingName = "serving"
    private static let lockName = "lock"

    /// Absolute path.
    package let path: String

    package init(path: String) { self.path = path }

    /// Finds it by the XDG base directory rules.
    package init(environment: [String: String]) throws(MockServerError) {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            self.init(path: data + "/" + Self.name)
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            self.init(path: home + "/.local/share/" + Self.name)
        } else {
            throw .noDataFolder
        }
    }

    /// The path of a file in it, for messages and for other tools.
    package func path(of name: String) -> String { path + "/" + name }

    /// Finds it by the XDG base directory rules, unless a path is given.
    package init(path: String?, environment: [String: String]) throws(MockServerError) {
        if let path {
            self.init(path: path)
        } else {
            try self.init(environment: environment)
        }
    }

    /// Does something that no other server does at the same time. The folder is made when it is missing.
    package func withLock<Result>(
        _ body: (borrowing Directory) throws(MockServerError) -> Result
    ) throws(MockServerError) -> Result {
        let folder = try MockServerError.wrapping { () throws(SystemError) in
            try Directory(creating: path, mode: 0o700)
        }
        let lock = try MockServerError.wrapping { () throws(SystemError) in
            let lock = try folder.open(Self.lockName, flags: O_RDWR | O_CREAT, mode: 0o600)
            try retrying("lock", path(of: Self.lockName)) { flock(lock.rawValue, LOCK_EX) }
            return lock
        }
        // The lock ends when its descriptor is closed.
        defer { extendLifetime(lock) }
        return try body(folder)
    }

    /// Reads one of the files; nil when it is not there.
    func read(
        _ name: String, in folder: borrowing Directory, limit: Int = 1 << 20
    ) throws(MockServerError) -> [UInt8]? {
        guard folder.exists(name) else { return nil }
        return try MockServerError.wrapping { () throws(SystemError) in
            try folder.open(name).readAll(limit: limit, subject: path(of: name))
        }
    }

    /// Writes one of the files: after a crash the old or the new content is there, whole.
    func write(
        _ bytes: some Collection<UInt8>, to name: String, in folder: borrowing Directory
    ) throws(MockServerError) {
        try MockServerError.wrapping { () throws(SystemError) in
            try folder.writeAtomically(bytes, to: name, mode: 0o600)
        }
    }
}
