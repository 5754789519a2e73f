// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import SystemPackage
internal import SystemSupport

/// The ends of processes that are nobody's children here.
enum ProcessWait {
    /// Returns when a process has ended, or is gone already, or the task was cancelled.
    ///
    /// - Throws: when it cannot be watched.
    static func waitUntilEnded(_ processID: Int32) async throws(SystemError) {
        let descriptor: OwnedDescriptor
        do throws(SystemError) {
            descriptor = try OwnedDescriptor(checking: ba_pidfd_open(processID), "watch", "process \(processID)")
        } catch {
            if error.errno == .noSuchProcess { return }
            throw error
        }
        for await _ in DescriptorEvents.stream(of: descriptor, once: true) {}
    }
}
