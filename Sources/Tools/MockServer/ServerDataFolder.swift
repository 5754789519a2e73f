// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingIdentity
package import SystemSupport

/// Where the development server keeps what outlives it: its certificate authority, the versions it has given, and
/// the blocks files it has made.
///
/// `$XDG_DATA_HOME/background-assets-serve`, or the same below `~/.local/share`; mode 0700, files 0600.
package struct ServerDataFolder: Equatable, Sendable {
    /// The folder's name.
    package static let name = "background-assets-serve"
    package static let ledgerName = "versions.json"
    /// The folder of the blocks files that the server made.
    package static let blocksName = "blocks"
    /// Held locked by the server that serves from this folder.
    package static let servingName = "serving"

    /// Absolute path.
    package let path: String

    package init(path: String) { self.path = path }

    private var folder: LockedFolder { LockedFolder(path: path) }

    /// Its certificate authority and its certificate.
    package var identity: IdentityFolder { IdentityFolder(path: path, purpose: "Background Assets development") }

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
        try folder.withLock(failing: MockServerError.system, body)
    }

    /// Reads one of the files; nil when it is not there.
    func read(
        _ name: String, in folder: borrowing Directory, limit: Int = 1 << 20
    ) throws(MockServerError) -> [UInt8]? {
        let files = self.folder
        return try MockServerError.wrapping { () throws(SystemError) in
            try files.read(name, in: folder, limit: limit)
        }
    }

    /// Writes one of the files: after a crash the old or the new content is there, whole.
    func write(
        _ bytes: some Collection<UInt8>, to name: String, in folder: borrowing Directory
    ) throws(MockServerError) {
        let files = self.folder
        try MockServerError.wrapping { () throws(SystemError) in
            try files.write(bytes, to: name, in: folder)
        }
    }
}
