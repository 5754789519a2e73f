// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import HTTPTypes
internal import HostingStorage
internal import Hummingbird
internal import Logging
internal import SystemSupport

/// Requests that name themselves by `Idempotency-Key`: sent again, they are answered as they were, and done once.
struct RequestRepeats: Sendable {
    private static let longestName = 255

    let store: HostStore
    let logger: Logger

    /// - Returns: nil for a request that has no such name.
    static func request(
        _ headers: HTTPFields, target: String, body: [UInt8], of caller: APICaller
    ) throws(APIFailure) -> RepeatableRequest? {
        guard let field = HTTPField.Name("Idempotency-Key"), let name = headers[field] else { return nil }
        guard (1...longestName).contains(name.utf8.count) else {
            throw APIFailure(
                .parameterInvalid(
                    "Idempotency-Key", "It has \(name.utf8.count) characters; 1 to \(longestName) are allowed"))
        }
        var hash = SHA256()
        hash.update(data: Data(target.utf8) + [0])
        hash.update(data: body)
        return RepeatableRequest(callerID: caller.id, name: name, digest: Hexadecimal.text(Array(hash.finalize())))
    }

    /// What a request is answered when it has gone well.
    struct Answer: Sendable {
        let status: Int
        /// nil where there is nothing to show.
        let body: [UInt8]?
        /// Whether it stays the same for as long as the database does.
        var isOfDatabase = false

        var response: Response {
            guard let body else { return Response(status: .init(code: status)) }
            return Response(json: body, status: .init(code: status))
        }
    }

    /// Does a request, or answers as it was answered.
    ///
    /// - `recall`: answers with what it has made, by the identifier of this, where its answer is not on record.
    func answer(
        _ request: RepeatableRequest, _ perform: () async throws(APIFailure) -> Answer,
        recall: (String) async throws(APIFailure) -> Answer
    ) async throws(APIFailure) -> Response {
        let turn: RepeatableRequest.Turn
        switch try await store.serving({ (store) throws(StorageError) in try await store.begin(request) }) {
        case .running: throw APIFailure(.requestRunning(request.name))
        case .other: throw APIFailure(.requestDiffers(request.name))
        case .answered(let status, let body): return Self.replayed(Answer(status: status, body: Array(body.utf8)))
        case .done(let id): return Self.replayed(try await recall(id))
        case .new(let own): turn = own
        }
        let answer: Answer
        do throws(APIFailure) {
            answer = try await turn.doing { () async throws(APIFailure) in try await perform() }
        } catch {
            // What is refused has done nothing.
            await note { (store) throws(StorageError) in try await store.abandon(turn) }
            throw error
        }
        let text = String(decoding: answer.body ?? [], as: UTF8.self)
        await note { (store) throws(StorageError) in
            guard try await store.end(turn, status: answer.status, body: text) else {
                return logger.warning("the request \(request.name) took so long that another server has answered it")
            }
        }
        return answer.response
    }

    private static func replayed(_ answer: Answer) -> Response {
        var response = answer.response
        if let field = HTTPField.Name("Idempotency-Replayed") { response.headers[field] = "true" }
        return response
    }

    /// Without that it is answered with what it has made, if it comes again, and done once more if that is nothing.
    private func note(_ body: (HostStore) async throws(StorageError) -> Void) async {
        do throws(StorageError) { try await body(store) } catch {
            logger.error("how a request was answered cannot be recorded: \(error)")
        }
    }
}
