// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Where a user's service keeps its state, by the XDG base directory rules.
package struct ServiceLocation: Equatable, Sendable {
    /// The environment variable that gives a test or CI a service of its own.
    package static let rootVariable = "BACKGROUND_ASSETS_ROOT"

    /// Names the folder of the drop-ins for a service with a root of its own, which reads none else: what packages of the
    /// distribution bring is the business of the user's service.
    package static let systemAppsVariable = "BACKGROUND_ASSETS_APPS_FOLDER"
    /// The folder of the drop-ins by which packages of the distribution register their apps.
    package static let systemAppsFolder = "/usr/share/background-assets/apps.d"

    /// Absolute path of the folder that holds all state.
    package private(set) var root: String
    /// Absolute path of the folder that holds the socket.
    package private(set) var runtime: String

    /// `service.socket` in the runtime folder.
    package var socketPath: String { runtime + "/service.socket" }
    /// `service.lock` in the root, which has one service, whatever runtime folder its clients go by.
    package var lockPath: String { root + "/service.lock" }
    /// `service.log` in the root.
    package var logPath: String { root + "/service.log" }

    /// Reads the environment: a root of its own has its runtime folder inside; else XDG_DATA_HOME and XDG_RUNTIME_DIR
    /// with the fallbacks `~/.local/share`, and what systemd makes for a user, which jobs outside a session are not told of,
    /// or a folder under the root.
    ///
    /// - Throws: when neither the variables nor a home folder exist, and for a root that is no absolute path: it must not
    ///   be the user's service that a test works with by mistake. An empty variable counts as none.
    package init(
        environment: [String: String], runtimeOfUser: String = "/run/user/\(getuid())"
    ) throws(ServiceLocationError) {
        if let root = environment[Self.rootVariable], !root.isEmpty {
            guard root.hasPrefix("/") else { throw .relativeRoot(root) }
            self.init(root: root)
            return
        }
        let data: String
        if let variable = environment["XDG_DATA_HOME"], variable.hasPrefix("/") {
            data = variable
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            data = home + "/.local/share"
        } else {
            throw .noHome
        }
        self.init(root: data + "/background-assets")
        if let variable = environment["XDG_RUNTIME_DIR"], variable.hasPrefix("/"), FileStatus(path: variable) != nil {
            runtime = variable + "/background-assets"
        } else if let status = FileStatus(path: runtimeOfUser), status.kind == .folder, status.owner == getuid() {
            runtime = runtimeOfUser + "/background-assets"
        }
    }

    /// A service of its own under `root`. A root too long for a socket address (108 bytes) gets a runtime folder in
    /// /tmp whose name is derived from it.
    package init(root: String) {
        self.root = root
        let inside = root + "/run"
        if inside.utf8.count + "/service.socket".utf8.count < 100 {
            runtime = inside
        } else {
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in root.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            runtime = "/tmp/background-assets-\(getuid())-" + String(hash, radix: 16)
        }
    }
}
