// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Turns what a sink gathered into staged files. All calls come on one queue, one at a time.
protocol IngestWorker: AnyObject {
    /// A body begins that carries this ETag.
    func began(etag: String?)
    /// Takes the next run, which has been prepared: a whole block, or a piece of the archive, depending on the worker.
    func take(_ run: IngestRun) throws
    /// The archive has ended: completes and checks what was staged, and lists it.
    func finish() throws -> [ExtractedFile]
}
