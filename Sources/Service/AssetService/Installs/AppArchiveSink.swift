// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BundleSources
internal import TransferEngine

/// Leads the body of a response into the unpacker of an app.
final class AppArchiveSink: BodySink {
    private let intake: BundleIntake
    private let start: IntakeStart
    private let url: String

    /// - `start`: what was asked for.
    init(intake: BundleIntake, start: IntakeStart, url: String) {
        self.intake = intake
        self.start = start
        self.url = url
    }

    func bodyBegins(atOffset offset: Int64, etag: String?, total: Int64?) throws(TransferError) {
        // A server that takes no notice of If-Range sends the rest of whatever it has now. No digest would tell.
        guard offset == 0 || etag == start.etag else { throw .replaced(url: url) }
        intake.begins(at: offset, etag: etag, total: total)
    }

    func bodyBytes(_ bytes: UnsafeRawBufferPointer, resume: @escaping @Sendable () -> Void) throws(TransferError) {
        // The intake knows the cause; this ends the request.
        do throws(BundleSourceError) { try intake.take(bytes, resume: resume) } catch { throw .cancelled }
    }
}
