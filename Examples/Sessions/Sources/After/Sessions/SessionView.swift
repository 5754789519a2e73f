// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SessionCatalog

/// What a person sees, on a terminal.
@MainActor final class SessionView {
    private var shown: [String: Int] = [:]
    private(set) var waiting: Set<String> = []
    /// Those that were expected, and did not come.
    private(set) var failed: Set<String> = []
    private var continuation: CheckedContinuation<Void, Never>?

    nonisolated init() {}

    /// A line at any time, from anywhere.
    nonisolated func note(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

    /// The list; a green mark is at those that are here, a star at those that are essential.
    func list(_ sessions: [Session], in library: SessionLibrary) {
        for session in sessions {
            let mark = library.isLocal(session) ? green("✓") : " "
            let star = session.isEssential ? green("*") : " "
            let picture = (try? Data(contentsOf: library.thumbnailURL(of: session))).map(Picture.init)?.text ?? ""
            note(
                "\(mark) \(star) \(session.id)  \(picture)  \(session.title) (\(session.fileSize / 1_000_000) MB)")
        }
    }

    /// On a terminal, not in a file.
    private func green(_ mark: String) -> String {
        isatty(FileHandle.standardOutput.fileDescriptor) == 1 ? "\u{1b}[32m\(mark)\u{1b}[0m" : mark
    }

    func show(_ session: Session, fraction: Double) {
        let tenths = Int(fraction * 10)
        guard shown[session.id] != tenths else { return }
        shown[session.id] = tenths
        note("\(session.id) \(tenths * 10) %")
    }

    func markDownloaded(_ session: Session) {
        note("\(session.id) is here: \(session.title)")
        end(session.id)
    }

    func markFailed(_ identifier: String) {
        if waiting.contains(identifier) { failed.insert(identifier) }
        end(identifier)
    }

    /// From now on these are waited for.
    func expect(_ sessions: [Session]) { waiting.formUnion(sessions.map(\.id)) }

    /// Returns when everything that is expected has come, or failed.
    func wait() async {
        if waiting.isEmpty { return }
        await withCheckedContinuation { continuation = $0 }
    }

    private func end(_ identifier: String) {
        waiting.remove(identifier)
        guard waiting.isEmpty else { return }
        continuation?.resume()
        continuation = nil
    }
}
