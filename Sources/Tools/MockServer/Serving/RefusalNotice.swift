// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import ToolSupport

/// Tells once that clients refuse the certificate: the most frequent obstacle, which nothing else makes visible here.
package final class RefusalNotice: Sendable {
    private let console: Console
    private let trust: TrustAdvice
    private let isWritten = Atomic(false)

    package init(_ console: Console, trust: TrustAdvice = .own(dataPath: nil)) {
        self.console = console
        self.trust = trust
    }

    /// Clients try again and again, so only the first call writes.
    package func write() {
        guard !isWritten.exchange(true, ordering: .relaxed) else { return }
        console.note(
            "A client refused the server's certificate: it does not trust the authority. On this machine: "
                + "\(trust.command). For another device: \(trust.otherDevices).")
    }
}
