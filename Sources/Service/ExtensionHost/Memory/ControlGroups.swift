// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// Where the control groups of a service's extensions are made: beneath its own.
final class ControlGroups: Sendable {
    /// How many times the limit of an extension's anonymous memory is that of its group, in which files in memory and what the
    /// kernel itself keeps for it count as well. What is over it has grown faster than it is measured.
    static let hardLimitFactor: UInt64 = 8

    let version: ControlGroupVersion
    /// Absolute path of the group that they are made in.
    let parent: String
    /// What the names of all groups of this service begin with.
    private let prefix: String
    private let count = Atomic<UInt32>(0)

    init(_ version: ControlGroupVersion, parent: String, prefix: String) {
        self.version = version
        self.parent = parent
        self.prefix = prefix
    }

    /// The limit at which the kernel stops a group, in bytes.
    static func hardLimit(for memory: UInt64) -> UInt64 {
        let (product, overflows) = memory.multipliedReportingOverflow(by: hardLimitFactor)
        return overflows || product > UInt64(Int64.max) ? UInt64(Int64.max) : product
    }

    /// Makes the group of one run.
    ///
    /// - `memory`: bytes of anonymous memory that the run may use.
    func makeGroup(memory: UInt64) throws(SystemError) -> ControlGroup {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        return try ControlGroup(
            version, making: "\(parent)/\(prefix)\(getpid())-\(number)", limit: Self.hardLimit(for: memory))
    }

    /// Whether a group can be made here, counts memory, and can be removed again; what keeps it from that is thrown.
    func check() throws(SystemError) {
        let group = try makeGroup(memory: 1 << 20)
        do throws(SystemError) {
            try group.checkEntrance()
            guard try group.anonymousMemory() != nil else {
                throw SystemError(
                    errno: .notSupported, operation: "find the anonymous memory of", subject: group.path)
            }
            _ = try group.hasRunOut()
        } catch {
            try group.remove()
            throw error
        }
        try group.remove()
    }

    /// Ends and removes what a service that was killed has left here.
    func removeLeftovers() throws(SystemError) {
        for name in try Directory(opening: parent).names() where name.hasPrefix(prefix) {
            let group = ControlGroup(version, path: parent + "/" + name)
            _ = try group.endProcesses()
            try group.remove()
        }
    }
}
