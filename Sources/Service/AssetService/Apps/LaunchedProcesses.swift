// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import ServiceInterface
internal import SystemPackage
internal import SystemSupport

/// The processes that were launched as an app, whether they have told the service or not: they, and what they have started,
/// carry its launch token.
enum LaunchedProcesses {
    /// Bytes of an environment that are looked at.
    private static let largestEnvironment = 1 << 20

    /// The IDs of this user's processes with one of these tokens in their environment. Reads `/proc`, so it blocks.
    static func running(tokens: [String]) -> [Int32] {
        owners(Dictionary(tokens.map { ($0, "") }) { first, _ in first }).keys.sorted()
    }

    /// The same of several apps, with whose they are. Reads `/proc`, so it blocks.
    ///
    /// - `apps`: by their tokens.
    static func owners(_ apps: [String: String]) -> [Int32: String] {
        guard !apps.isEmpty else { return [:] }
        let prefix = Array("\(ServiceProtocol.launchTokenVariable)=".utf8)
        let wanted = Dictionary(apps.map { (prefix + Array($0.key.utf8), $0.value) }) { first, _ in first }
        let names: [String]
        do throws(SystemError) { names = try Directory(opening: "/proc").names() } catch { return [:] }
        var found: [Int32: String] = [:]
        for process in names.compactMap({ Int32($0) }) where process != getpid() {
            found[process] = environment(of: process).split(separator: 0).lazy.compactMap { wanted[Array($0)] }.first
        }
        return found
    }

    /// Words of a command line among which a script is: after its interpreter, and what that is told.
    private static let scriptPlaces = 3

    /// Of these those that are the app itself, and not what it has started: their executable, or the script that they execute, lies in one of
    /// its folders.
    static func own(_ processIDs: [Int32], in folders: [String]) -> [Int32] {
        let prefixes = folders.compactMap(ProcessPaths.prefix) + folders.map { $0 + "/" }
        return processIDs.filter { id in
            let script = ProcessPaths.arguments(of: id).prefix(scriptPlaces)
            return ([ProcessPaths.target(of: "exe", id) ?? ""] + script).contains { path in
                prefixes.contains { path.hasPrefix($0) }
            }
        }
    }

    /// Empty for a process that has ended, or is another user's.
    private static func environment(of process: Int32) -> [UInt8] {
        let path = "/proc/\(process)/environ"
        do throws(SystemError) {
            return try OwnedDescriptor(checking: open(path, O_RDONLY | O_CLOEXEC), "open", path)
                .readAll(limit: largestEnvironment, subject: path)
        } catch { return [] }
    }
}
