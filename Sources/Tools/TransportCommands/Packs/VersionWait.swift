// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ToolSupport

/// Waits for what becomes of versions.
struct VersionWait: Sendable {
    let server: PackServer
    let options: WaitOptions

    /// Waits until a version is processed, or, in a context, until its release is at an end.
    func end(
        of id: String, in context: ReleaseContext?, what: String
    ) async throws(TransportError) -> VersionRecord {
        var isTold = false
        return try await options.wait(for: what) { () async throws(TransportError) in
            let version = try await server.version(id)
            if version.isFailed { return version }
            guard let context else { return version.isComplete ? version : nil }
            if context.waitsForSubmission(version.releases[context]), !isTold {
                isTold = true
                Console.standard.note("\(what) is not submitted for \(context.rawValue): that is waited for, too")
            }
            return context.end(of: version.releases[context]) == nil ? nil : version
        }
    }

    /// Throws when what has become of a version is nothing good.
    static func check(_ version: VersionRecord, in context: ReleaseContext?, what: String) throws(TransportError) {
        if version.isFailed { throw .processingFailed("the host could not process \(what)") }
        guard let context else { return }
        switch context.end(of: version.releases[context]) {
        case .rejected: throw .rejected("\(what) was rejected, for \(context.rawValue)")
        case .heldUp:
            throw .rejected(
                "\(what) was accepted, and something else of its submission was not: nothing of it is released")
        case .released, .superseded, nil: return
        }
    }
}
