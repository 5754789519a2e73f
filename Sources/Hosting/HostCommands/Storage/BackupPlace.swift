// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HostingIdentity
internal import HostingStorage
internal import SystemSupport

/// The folder of a backup, as a person names it.
struct BackupPlace {
    /// Absolute, without symbolic links.
    let path: String

    init(_ folder: String) { path = Self.resolved(folder) }

    /// - Throws: `noBackup` where there is nothing.
    func requireBackup() throws(HostCommandError) {
        guard FileManager.default.fileExists(atPath: path) else { throw .noBackup(path: path) }
    }

    /// - Throws: `backupFolder` for one that is none, or cannot be written or made.
    func checkFolder() throws(HostCommandError) {
        do throws(SystemError) { try Directory.checkFolders(path) } catch {
            throw .backupFolder(path: path, reason: "\(error)")
        }
    }

    /// - Throws: `conflict` for one within the folder of the host, with which it would be lost.
    func checkOutside(of host: String?) throws(HostCommandError) {
        guard let host else { return }
        let other = Self.resolved(host)
        guard path != other, !path.hasPrefix(other == "/" ? other : other + "/") else {
            throw .storage(
                .conflict("\(path) is within \(host), the folder of the host, and would be lost with it: name another"))
        }
    }

    /// - Throws: `conflict` for the folder of a host within the backup, of whose files the next backup would leave none.
    func checkApart(from host: String?) throws(HostCommandError) {
        guard let host else { return }
        let other = Self.resolved(host)
        guard other != path, !other.hasPrefix(path == "/" ? path : path + "/") else {
            throw .storage(
                .conflict(
                    "\(host) is within \(path), the folder of the backup, and would be lost with the next: name another"
                ))
        }
    }

    private static func resolved(_ path: String) -> String {
        // What is not there yet leads nowhere else.
        var (existing, missing) = (URL(fileURLWithPath: path).standardizedFileURL, "")
        while existing.path != "/", !FileManager.default.fileExists(atPath: existing.path) {
            missing = "/" + existing.lastPathComponent + missing
            existing.deleteLastPathComponent()
        }
        return existing.resolvingSymlinksInPath().path + missing
    }

    var identity: IdentityFolder { IdentityFolder(path: path + "/identity", purpose: "Background Assets host") }
}
