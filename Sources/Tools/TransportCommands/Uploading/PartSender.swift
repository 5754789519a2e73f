// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1

/// Sends parts of a file to where the server wants them, with exactly the fields that it names: no token goes along.
struct PartSender: Sendable {
    let connection: APIConnection
    /// Of the file, for errors.
    let name: String
    let meter: UploadMeter?
    /// The bytes of a part; what is read of them is counted.
    let body: @Sendable (UploadPart, UploadMeter.Part?) -> HTTPClientRequest.Body

    init(connection: APIConnection, archive: ArchiveBytes, meter: UploadMeter) {
        self.connection = connection
        self.meter = meter
        name = archive.path
        body = { part, counted in
            .stream(
                PartBytes(archive: archive, offset: part.offset, length: part.length, meter: counted),
                length: .known(part.length))
        }
    }

    /// For a small file.
    init(connection: APIConnection, name: String, bytes: [UInt8]) {
        self.connection = connection
        self.name = name
        meter = nil
        body = { part, _ in .bytes(bytes[Int(part.offset)..<Int(part.offset + part.length)]) }
    }

    /// Sends a part, again where that fails for a while.
    ///
    /// - Returns: the entity tag that it was answered with; empty for none.
    /// - Throws: `partRefused` when its address does not take it, as one that has expired does not.
    func send(_ part: UploadPart) async throws(TransportError) -> String {
        let place = Self.place(of: part)
        var failures = 0
        while true {
            if Task.isCancelled { throw .notNow("it was called off") }
            let counted = meter?.part()
            let outcome: Result<ServerAnswer, TransportError>
            do throws(TransportError) { outcome = .success(try await once(part, place, counted)) } catch {
                outcome = .failure(error)
            }
            var asked: Double?
            switch outcome {
            case .success(let answer):
                if answer.isSuccess { return answer.entityTag ?? "" }
                counted?.takeBack()
                guard RetryRules.isForAWhile(answer.status) else {
                    throw .partRefused(answer.refusal(of: "part \(part.number) of \(name) at \(place)"))
                }
                asked = answer.retryAfter
            case .failure(let error):
                counted?.takeBack()
                guard error.isForAWhile else { throw error }
            }
            failures += 1
            guard let delay = connection.retries.delay(after: failures, asked: asked, share: .random(in: 0...1)) else {
                if case .success(let answer) = outcome {
                    throw .partRefused(answer.refusal(of: "part \(part.number) of \(name) at \(place)"))
                }
                _ = try outcome.get()
                continue
            }
            try await APIConnection.wait(delay, outcome, server: place)
        }
    }

    private func once(
        _ part: UploadPart, _ place: String, _ counted: UploadMeter.Part?
    ) async throws(TransportError) -> ServerAnswer {
        var request = HTTPClientRequest(url: part.url)
        request.method = HTTPMethod(rawValue: part.method)
        for (name, value) in part.headers where name.lowercased() != "content-length" {
            request.headers.add(name: name, value: value)
        }
        request.body = body(part, counted)
        // A large part may take long on a slow line; one on which nothing goes on ends by the limits of the connection.
        return try await APIConnection.execute(
            request, by: connection.uploadClient(for: part.url), within: .hours(12), shown: place)
    }

    /// Scheme, host and port of an address: what follows may be a signature.
    static func place(of part: UploadPart) -> String {
        guard let components = URLComponents(string: part.url), let host = components.host else { return "no address" }
        return "\(components.scheme ?? "")://\(host)" + (components.port.map { ":\($0)" } ?? "")
    }
}
