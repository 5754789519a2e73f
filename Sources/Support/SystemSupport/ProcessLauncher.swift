// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
package import Glibc
internal import SystemPackage

/// A child process to start: what it runs, what it inherits, and how it ends.
package struct ProcessLauncher: Sendable {
    package var executable: String
    package var arguments: [String]
    package var environment: [String: String]
    package var directory: String?
    /// These become 3, 4, … in the child.
    package var descriptors: [Int32] = []
    package var standardInput: Int32 = -1
    package var standardOutput: Int32 = -1
    package var standardError: Int32 = -1
    /// The child is killed when the thread that started it ends.
    package var diesWithParent = false
    package var ownProcessGroup = false
    /// The child has no capabilities, gets no new privileges, makes no sockets and reaches no other process.
    package var isConfined = false
    /// The files that a confined child may reach: the descriptor of `FileAccessRules`; -1 for all that the user may.
    package var fileRules: Int32 = -1
    /// The control group that the child is in from its first moment: a descriptor of its folder; -1 for the parent's.
    package var group: Int32 = -1
    /// Of the group's kind: 1 or 2.
    package var groupVersion: Int32 = 1
    /// What the child and all that come of it are known by, a number that is no small one; 0 for nothing. It is a limit that none
    /// but processes in real time can reach, in microseconds.
    package var mark: UInt64 = 0
    /// The child goes on when nobody reads any more what it prints.
    package var ignoresBrokenPipes = false
    /// The child belongs to nobody (double fork, new session); `start` then returns 0.
    package var detached = false

    /// - `arguments`: without the program's own name, which is `executable`.
    package init(executable: String, arguments: [String] = [], environment: [String: String] = [:]) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
    }

    /// Starts the process; an exec that fails is thrown here.
    package func start() throws(SystemError) -> pid_t {
        let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
        let pid = CStrings.with([executable] + arguments) { argv in
            CStrings.with(variables) { envp in
                executable.withCString { path in
                    descriptors.withUnsafeBufferPointer { descriptors in
                        withOptionalCString(directory) { directory in
                            var spawn = ba_spawn(
                                executable: path, argv: argv, envp: envp, directory: directory,
                                descriptors: descriptors.baseAddress, descriptor_count: Int32(descriptors.count),
                                standard_input: standardInput, standard_output: standardOutput,
                                standard_error: standardError,
                                dies_with_parent: diesWithParent, own_process_group: ownProcessGroup,
                                confined: isConfined, ruleset: fileRules, group: group, group_version: groupVersion,
                                mark: mark, ignores_broken_pipes: ignoresBrokenPipes, detached: detached)
                            return ba_spawn_process(&spawn)
                        }
                    }
                }
            }
        }
        guard pid >= 0 else {
            throw SystemError(errno: Errno(rawValue: Glibc.errno), operation: "start", subject: executable)
        }
        return pid
    }
}

private func withOptionalCString<Result>(_ string: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let string else { return body(nil) }
    return string.withCString(body)
}
