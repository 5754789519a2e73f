// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingStorage
internal import Hummingbird
internal import NIOCore

extension IncomingForm {
    /// Puts the file where its bytes are kept, in the parts that its reservation has, and reads the form to its end.
    mutating func store(_ upload: ObjectUpload, in store: HostStore) async throws(ConsoleFailure) {
        for number in 1...max(upload.partCount, 1) {
            guard let range = upload.range(ofPart: number) else { continue }
            let (part, source) = RequestBody.makeStream()
            async let stored = Self.put(part, asPart: number, of: upload, in: store)
            do throws(ConsoleFailure) {
                try await send(range.upperBound - range.lowerBound, to: source)
                source.finish()
            } catch {
                source.finish(error)
                _ = await stored
                throw error
            }
            if let failure = await stored { throw ConsoleFailure(failure) }
        }
        try await end()
    }

    private mutating func send(_ count: Int64, to source: RequestBody.Source) async throws(ConsoleFailure) {
        var rest = count
        while rest > 0 {
            guard let bytes = try await bytes(atMost: rest) else { throw ConsoleFailure(Self.moreThanFile) }
            rest -= Int64(bytes.readableBytes)
            await source.yield(bytes)
        }
    }

    /// - Returns: nil when it is kept.
    private static func put(
        _ bytes: RequestBody, asPart number: Int, of upload: ObjectUpload, in store: HostStore
    ) async -> StorageError? {
        do throws(StorageError) { _ = try await store.objects.put(bytes, asPart: number, of: upload) } catch {
            return error
        }
        return nil
    }
}
