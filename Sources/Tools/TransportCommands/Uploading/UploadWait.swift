// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Waits for versions that were uploaded together: when all of them are with the host, they are asked for in turn.
struct UploadWait: Sendable {
    let server: PackServer
    let options: WaitOptions

    /// Waits until each is processed, or cannot be asked for.
    func wait(for outcomes: inout [UploadOutcome]) async {
        var pending = outcomes.indices.filter { outcomes[$0].exitStatus == 0 && !Self.isAtEnd(outcomes[$0].state) }
        do throws(TransportError) {
            try await options.wait(for: "processing", asking: { pending.count }) { () async throws(TransportError) in
                for index in pending { await ask(&outcomes[index]) }
                pending.removeAll { outcomes[$0].exitStatus != 0 || Self.isAtEnd(outcomes[$0].state) }
                return pending.isEmpty ? () : nil
            }
        } catch { for index in pending { outcomes[index].fail(error) } }
    }

    private func ask(_ outcome: inout UploadOutcome) async {
        guard let id = outcome.versionID else { return }
        do throws(TransportError) { outcome.take(try await server.version(id)) } catch { outcome.fail(error) }
    }

    private static func isAtEnd(_ state: String?) -> Bool { state == "COMPLETE" || state == "FAILED" }
}
