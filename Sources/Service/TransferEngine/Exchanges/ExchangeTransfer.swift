// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport

/// Sends what an app asks of a server, a file with it if there is one, and streams to disk whatever the server answers, of any status.
///
/// An answer that broke off is gone on with as a `FileTransfer` is. One that had come as a whole is not asked for again, also where the
/// service was killed before it could say so.
package struct ExchangeTransfer: Sendable {
    package struct Request: Sendable {
        package var request: TransferRequest
        /// Absolute; the folder is the transfer's own, and is made when missing.
        package var stagingPath: String
        /// Who answers the challenges of servers; nil for nobody.
        package var challenges: (any ChallengeResponder)?

        package init(
            _ request: TransferRequest, stagingPath: String, challenges: (any ChallengeResponder)? = nil
        ) {
            self.request = request
            self.stagingPath = stagingPath
            self.challenges = challenges
        }
    }

    /// How far one is.
    package enum Progress: Equatable, Sendable {
        /// Bytes of the file that goes to the server, and all of it.
        case sent(Int64, of: Int64)
        /// What the server has said before its body.
        case answered(AnswerHead)
        /// Bytes of the body that are there, at first those of an earlier try, and all of it when the server says.
        case received(Int64, of: Int64?)
    }

    private let transport: HTTPTransport

    package init(transport: HTTPTransport) { self.transport = transport }

    /// Sends a request and takes its answer.
    ///
    /// - `progress`: from any thread.
    /// - Throws: see `TransferError.remedy` for what to do. What has arrived stays, for the next try.
    package func run(
        _ request: Request, progress: @escaping @Sendable (Progress) -> Void
    ) async throws(TransferError) -> ExchangeAnswer {
        let source = request.request.identity
        let url = "\(request.request.address)"
        let refusal = RefusalMark()
        let writer = FileWriter(
            path: request.stagingPath, source: source, url: url, exactSize: nil, largestSize: nil, allowance: nil,
            usesReserve: !request.request.isResumable
        ) { if !refusal.isSet { progress(.received($0, of: $1)) } }
        let path = request.stagingPath
        let record = try await writer.work { () throws(SystemError) in
            ExchangeRecord.read(in: try Directory(creating: path), of: source)
        }
        if let answer = record?.answer(in: path) { return answer }
        let start = try await writer.open(resuming: request.request.isResumable)
        try await writer.requireRoom()
        let sink = ExchangeSink(
            writer: writer, source: source, path: path, head: record?.head, refusal: refusal, progress: progress)
        let answered: HTTPAddress
        do throws(TransferError) {
            // What is complete has its record, unless that was lost; then it comes once more.
            let offset = start.isComplete || record == nil ? 0 : start.offset
            answered = try await transport.stream(
                request.request, from: offset, etag: offset == 0 ? nil : start.validator, size: nil,
                takesEveryAnswer: true, challenges: request.challenges, into: sink
            ) { progress(.sent($0, of: $1)) }
        } catch {
            await writer.suspend()
            if Task.isCancelled { throw .cancelled }
            throw writer.failure ?? error
        }
        let body = try await writer.finish()
        return try await sink.finish(body, url: answered.absoluteString)
    }

    /// Whether what an earlier try left can be gone on with.
    package static func isResumable(stagingPath: String) -> Bool {
        guard let folder = try? Directory(opening: stagingPath) else { return false }
        return PartialFile.isResumable(in: folder, name: FileWriter.fileName)
    }
}
