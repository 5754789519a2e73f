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
        guard !tokens.isEmpty else { return [] }
        let wanted = Set(tokens.map { Array("\(ServiceProtocol.launchTokenVariable)=\($0)".utf8) })
        let names: [String]
        do throws(SystemError) { names = try Directory(opening: "/proc").names() } catch { return [] }
        return names.compactMap { Int32($0) }.filter { process in
            process != getpid() && environment(of: process).split(separator: 0).contains { wanted.contains(Array($0)) }
        }.sorted()
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
