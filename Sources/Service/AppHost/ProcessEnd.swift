// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// How a process has ended.
package enum ProcessEnd: Equatable, Sendable, CustomStringConvertible {
    case status(Int32)
    case signal(Int32)
    /// It has used more than so many bytes of memory where nobody saw it.
    case memory(UInt64)
    /// It had more processes and threads.
    case tasks(UInt64)
    /// It was no child of this service, which hears no more than that.
    case unknown

    /// - `status`: as waitpid(2) has it.
    init(status: Int32) {
        let signal = status & 0x7f
        self = signal == 0 ? .status((status >> 8) & 0xff) : .signal(signal)
    }

    package var description: String {
        switch self {
        case .status(0): "it has ended"
        case .status(let status): "it has ended with status \(status)"
        case .signal(let signal): "it was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
        case .memory(let limit):
            "it was ended: it used more memory than an app may in the background (\(limit >> 20) MiB)"
        case .tasks(let limit):
            "it was ended: it had more processes and threads than an app may in the background (\(limit))"
        case .unknown: "it has ended"
        }
    }
}
