// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import SystemPackage

/// What a confined process may call, kept by the kernel (seccomp).
package enum CallFilter {
    /// The filter as programs take it that start others in a confinement of their own making, which guards files too.
    ///
    /// - `process`: the number of the confined process in its own eyes: the one that it may signal and limit.
    /// - Returns: `struct sock_filter` one after the other; nothing where this kernel or processor has no such filters.
    package static func program(process: Int32) throws(SystemError) -> [UInt8] {
        guard ba_can_filter_calls() else { return [] }
        var bytes = [UInt8](repeating: 0, count: 8192)
        // Attributes and lengths of files that it may only read are guarded by those files being mounted read-only.
        let guarded: Int32 = 3
        let count = try retrying("make", "a filter of system calls") {
            bytes.withUnsafeMutableBytes { ba_call_filter(guarded, process, $0.baseAddress, Int32($0.count)) }
        }
        bytes.removeLast(bytes.count - Int(count))
        return bytes
    }
}
