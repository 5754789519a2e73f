// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension Directory {
    /// Replaces `name` by a file of `bytes`: after a crash either the old or the new content is there, whole.
    ///
    /// Without `isDurable` that holds for a crash of the process only: nothing is waited for until it is on disk.
    package borrowing func writeAtomically(
        _ bytes: some Collection<UInt8>, to name: String, mode: UInt32 = 0o600, isDurable: Bool = true
    ) throws(SystemError) {
        let temporary = ".\(name).\(getpid()).\(UInt64.random(in: .min ... .max))"
        do throws(SystemError) {
            let file = try open(temporary, flags: O_WRONLY | O_CREAT | O_EXCL, mode: mode)
            try file.writeAll(bytes, subject: path + "/" + name)
            let number = file.rawValue
            if isDurable { try retrying("sync", path + "/" + name) { fsync(number) } }
            try rename(temporary, to: name)
        } catch {
            unlinkat(descriptor.rawValue, temporary, 0)
            throw error
        }
        if isDurable { try synchronize() }
    }

    /// Removes what processes that are no more have left by ending in the midst of `writeAtomically`.
    ///
    /// `isOurs` tells whether a file of this name is one that the caller writes; others are left alone.
    package borrowing func removeUnfinished(where isOurs: (Substring) -> Bool) throws(SystemError) {
        for temporary in try names() {
            let parts = temporary.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count > 3, parts[0].isEmpty, let process = pid_t(parts[parts.count - 2]), process > 0,
                UInt64(parts[parts.count - 1]) != nil,
                isOurs(temporary[parts[1].startIndex..<parts[parts.count - 3].endIndex]),
                kill(process, 0) != 0, Glibc.errno == ESRCH
            else { continue }
            try removeFile(temporary)
        }
    }
}
