// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Lets the player cancel a download with Ctrl-C: cancelling its progress cancels the download.
@MainActor
final class Interruption {
    /// The progress of the download that is under way; it may come after Ctrl-C.
    var progress: Progress? {
        didSet {
            if wasRequested { progress?.cancel() }
        }
    }
    private(set) var wasRequested = false
    private let source: any DispatchSourceSignal

    init() {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                self?.request()
            }
        }
        source.resume()
    }

    /// The first time asks for an orderly end, the second time ends the game.
    private func request() {
        if wasRequested { exit(130) }
        wasRequested = true
        progress?.cancel()
    }

    /// Gives Ctrl-C its usual meaning back.
    func end() {
        source.cancel()
        signal(SIGINT, SIG_DFL)
    }
}
