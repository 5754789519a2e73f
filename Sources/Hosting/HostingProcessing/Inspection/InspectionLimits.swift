// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemPackage
internal import SystemSupport

/// What a process that inspects may use up. What it is fed is from anybody.
package struct InspectionLimits: Equatable, Sendable {
    /// Bytes of addresses, which is more than it has of memory.
    package var addressSpace: UInt64
    /// Seconds of a processor.
    package var processorTime: UInt64
    /// Seconds, whatever it does.
    package var time: Double

    package init(addressSpace: UInt64, processorTime: UInt64, time: Double) {
        self.addressSpace = addressSpace
        self.processorTime = processorTime
        self.time = time
    }

    /// Enough for an archive of so many bytes, on a slow machine, and for what is in it.
    package init(forBytes size: Int64) {
        let megabytes = UInt64(max(size, 0) >> 20)
        self.init(
            addressSpace: 2 << 30, processorTime: 30 + megabytes / 4, time: 120 + Double(megabytes))
    }

    /// Sets those that the kernel keeps, for this process. It writes no file, makes no core, and opens few descriptors.
    func apply() throws(SystemError) {
        for (resource, value) in [
            (RLIMIT_AS, addressSpace), (RLIMIT_CPU, processorTime), (RLIMIT_FSIZE, 0), (RLIMIT_CORE, 0),
            (RLIMIT_NOFILE, 32),
        ] {
            var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
            try retrying("limit", "this process") { setrlimit(__rlimit_resource_t(resource.rawValue), &limit) }
        }
    }
}
