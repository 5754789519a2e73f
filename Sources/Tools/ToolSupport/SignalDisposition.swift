// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// How this process takes the requests to end it.
package enum SignalDisposition {
    /// Ctrl-C, a request to terminate, a terminal that went away.
    package static let endings = [SIGINT, SIGTERM, SIGHUP]

    /// Has a handler called for the first of those signals; the second one has its default effect. What is ignored stays
    /// so: nohup and shells ignore some of them on purpose.
    package static func setHandler(_ handler: sighandler_t?) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
        for number in endings {
            var current = sigaction()
            if sigaction(number, nil, &current) == 0, isIgnored(current) { continue }
            sigaction(number, &action, nil)
        }
    }

    /// Whether a signal with this disposition is ignored.
    package static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
