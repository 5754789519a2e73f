// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import ProcessSupervision
internal import SystemSupport

/// What the thread of an extension has in hand of the process that it has started. It is used on that thread alone.
final class ExtensionChild {
    /// Of the process that is this one's child: the extension, or `bwrap`, which ends when that does.
    let pid: pid_t
    /// A pidfd of it.
    let process: OwnedDescriptor
    /// What it and the extension print.
    let output: ChildOutput
    /// The control group that they are in, if any.
    let group: ControlGroup?
    /// What `bwrap` tells of the extension; -1 where the child is the extension itself.
    let status: Int32
    /// What it has told so far.
    var told: [UInt8] = []
    /// The extension's number, as this process sees it.
    private(set) var extensionID: pid_t
    /// A pidfd of the extension where `bwrap` has started it, else -1.
    private var confined: Int32 = -1

    /// - `status`: is closed here.
    init(
        pid: pid_t, process: consuming OwnedDescriptor, output: ChildOutput, group: ControlGroup?,
        status: Int32
    ) {
        self.pid = pid
        self.process = process
        self.output = output
        self.group = group
        self.status = status
        extensionID = pid
    }

    var isBubblewrap: Bool { status >= 0 }

    /// A pidfd of the extension.
    var handle: Int32 { confined >= 0 ? confined : process.rawValue }

    /// The child has started the extension as this process; when that is gone already, so is the child soon.
    func found(_ number: pid_t) {
        let handle = ba_pidfd_open(number)
        guard handle >= 0 else { return }
        // The number was another's if it is not the child's child with the handle in hand.
        guard ba_parent_process(number) == pid else {
            close(handle)
            return
        }
        confined = handle
        extensionID = number
    }

    deinit {
        for descriptor in [confined, status] where descriptor >= 0 { close(descriptor) }
    }
}
