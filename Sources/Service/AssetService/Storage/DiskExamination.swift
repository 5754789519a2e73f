// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import SystemSupport

/// What `ba doctor` says about the disk that downloads go to.
struct DiskExamination: Sendable {
    let folder: String
    /// nil when there is no such folder, or none that may be looked at.
    let space: DiskSpace?
    /// Downloads wait for room on it.
    var isLacking = false

    var findings: [Finding] {
        guard let space else { return [finding(.error, "\(folder) cannot be looked at: it is gone, or not yours")] }
        guard let available = space.available, let usable = space.usable else {
            return [finding(.ok, "the disk of \(folder) does not tell what is free")]
        }
        let free = "\(ByteCount.text(available)) of the disk of \(folder) are free"
        guard usable == 0 else {
            guard isLacking else { return [finding(.ok, free)] }
            return [
                finding(
                    .warning,
                    "\(free), and downloads wait for more: `ba downloads` tells how much, `ba storage` what can go")
            ]
        }
        return [
            finding(
                .error,
                "\(free), and \(ByteCount.text(space.total(for: 0))) stay so for the service itself: nothing is downloaded "
                    + "until there are more. `ba storage` shows what can go, `ba purge --free SIZE` frees it")
        ]
    }

    private func finding(_ level: Finding.Level, _ message: String) -> Finding {
        Finding(level: level, subject: "disk", message: message)
    }
}
