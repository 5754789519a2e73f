// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// Fetches one file for an app: what a request answers is streamed to disk, and an earlier try is gone on with.
///
/// Nothing vouches for the file but its server: what has arrived is gone on with only under a strong entity tag, and begun
/// anew without.
package struct FileTransfer: Sendable {
    /// What is to be fetched, and where to.
    package struct Request: Sendable {
        package var request: TransferRequest
        /// Absolute; the folder is the transfer's own, and is made when missing.
        package var stagingPath: String
        /// Bytes that the file must have; nil when any size is right.
        package var exactSize: Int64?
        /// Bytes that the file may have; nil without a bound.
        package var largestSize: Int64?
        /// What it may bring, together with others; nil without a bound.
        package var allowance: AllowanceMeter?
        /// Who answers the challenges of servers; nil for nobody.
        package var challenges: (any ChallengeResponder)?

        package init(
            _ request: TransferRequest, stagingPath: String, exactSize: Int64? = nil, largestSize: Int64? = nil,
            allowance: AllowanceMeter? = nil, challenges: (any ChallengeResponder)? = nil
        ) {
            self.request = request
            self.stagingPath = stagingPath
            self.exactSize = exactSize
            self.largestSize = largestSize
            self.allowance = allowance
            self.challenges = challenges
        }
    }

    private let transport: HTTPTransport

    package init(transport: HTTPTransport) { self.transport = transport }

    /// Fetches the file.
    ///
    /// - `progress`: told the bytes that are there, at first those of an earlier try, and all bytes when the server says;
    ///   from any thread.
    /// - Throws: see `TransferError.remedy` for what to do. What has arrived stays, for the next try.
    package func run(
        _ request: Request, progress: @escaping @Sendable (Int64, Int64?) -> Void
    ) async throws(TransferError) -> FetchedFile {
        let url = "\(request.request.address)"
        let writer = FileWriter(
            path: request.stagingPath, source: request.request.identity, url: url, exactSize: request.exactSize,
            largestSize: request.largestSize, allowance: request.allowance,
            progress: progress)
        let start = try await writer.open(resuming: request.request.isResumable)
        if !start.isComplete {
            if let allowance = request.allowance, !allowance.allows(1) { throw .allowanceUsedUp(url: url) }
            do throws(TransferError) {
                try await transport.stream(
                    request.request, from: start.offset, etag: start.validator, size: nil,
                    challenges: request.challenges, into: writer)
            } catch {
                await writer.suspend()
                if Task.isCancelled { throw .cancelled }
                // What writing failed with is the cause; that the request then broke is its effect.
                throw writer.failure ?? error
            }
        }
        return try await writer.finish()
    }

    /// Throws away what an earlier try left.
    package static func discard(stagingPath: String) throws(TransferError) {
        do throws(SystemError) {
            let folder = try Directory(creating: stagingPath)
            for name in try folder.names() { try folder.removeTree(name) }
        } catch { throw .file(error) }
    }
}
