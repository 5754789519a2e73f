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
        let temporary = TemporaryName(name).text
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
}
