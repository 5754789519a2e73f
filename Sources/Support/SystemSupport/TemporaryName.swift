// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The name that a file or folder has until it is whole, beside where it goes to: `.<subject>.<process>.<number>.tmp`.
package struct TemporaryName: Sendable {
    private static let suffix = "tmp"

    package let text: String

    /// - `subject`: what it becomes, or the program that makes it.
    package init(_ subject: String) {
        text = ".\(subject).\(getpid()).\(UInt32.random(in: .min ... .max)).\(Self.suffix)"
    }

    /// What a name of this form stands for, and the process that made it; nil for other names.
    static func parts(of name: String) -> (subject: Substring, process: pid_t)? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let count = parts.count
        guard count > 4, parts[0].isEmpty, parts[count - 1] == suffix, UInt32(parts[count - 2]) != nil,
            let process = pid_t(parts[count - 3]), process > 0
        else { return nil }
        return (name[parts[1].startIndex..<parts[count - 4].endIndex], process)
    }
}

extension Directory {
    /// Removes what processes that are no more have left by ending before it was whole.
    ///
    /// A process of another container has a number of its own, which means nothing here: what it makes is left alone when it
    /// holds a lock on it (`flock`).
    ///
    /// - `isOurs`: whether a thing of this subject is one that the caller makes; others are left alone.
    package borrowing func removeUnfinished(where isOurs: (Substring) -> Bool) throws(SystemError) {
        for name in try names() {
            guard let (subject, process) = TemporaryName.parts(of: name), isOurs(subject),
                kill(process, 0) != 0, Glibc.errno == ESRCH
            else { continue }
            let file: OwnedDescriptor
            do throws(SystemError) {
                file = try open(name, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
            } catch {
                // Gone meanwhile, or none of the things that are made so, which are files and folders.
                continue
            }
            let kind = try file.status(subject: name).kind
            guard kind == .file || kind == .folder, flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else { continue }
            try removeTree(name)
        }
    }
}
