// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Finds programs as a shell does.
package enum ExecutableSearch {
    /// Absolute path of the program that `command` names: a path as it stands, a bare name by PATH.
    ///
    /// - Throws: `ControlError.notFound`.
    package static func find(_ command: String, context: ControlContext) throws(ControlError) -> String {
        if command.contains("/") {
            let path = context.absolute(command)
            guard isExecutable(path) else { throw .notFound("\(command) is no program that can be run") }
            return path
        }
        let folders = (context.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        for folder in folders {
            let path = context.absolute(String(folder)) + "/" + command
            if isExecutable(path) { return path }
        }
        throw .notFound("no program named \(command) is in any folder of PATH")
    }

    /// Absolute path of a program of ours: beside this one, or in a folder of PATH.
    ///
    /// - Throws: `ControlError.notFound`.
    static func findSibling(_ name: String, context: ControlContext) throws(ControlError) -> String {
        if let folder = ServiceConnection.toolFolder, isExecutable(folder + "/" + name) { return folder + "/" + name }
        return try find(name, context: context)
    }

    private static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
