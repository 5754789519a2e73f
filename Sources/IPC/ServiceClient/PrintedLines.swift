// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CSystemShims
internal import Glibc
internal import ServiceInterface

/// What an app prints that the service has started: it goes to the service's log by a pipe.
package enum PrintedLines {
    /// Has each line be printed when it ends. An app in the background is ended by a signal, and would take with it what it had not printed yet.
    ///
    /// - `environment`: of this process.
    package static func showEach(environment: [String: String]) {
        var status = stat()
        guard environment[ServiceProtocol.launchTokenVariable] != nil, fstat(STDOUT_FILENO, &status) == 0,
            status.st_mode & S_IFMT == S_IFIFO
        else { return }
        ba_print_line_by_line()
    }

    /// Prints what was not printed yet, and waits for nobody who prints or reads.
    package static func flush() { ba_flush_output() }
}
