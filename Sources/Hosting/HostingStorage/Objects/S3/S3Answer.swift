// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import NIOHTTP1

/// What a store has answered.
struct S3Answer: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]

    func document() throws(StorageError) -> S3Document { try S3Document(body) }

    /// Why it is no success.
    var error: StorageError {
        var code: String?
        let reason: String
        do throws(StorageError) {
            let document = try document()
            code = document.first("Error/Code")
            reason = "\(code ?? "") \(document.first("Error/Message") ?? "")"
        } catch { reason = "no reason" }
        let text = "the store answered with status \(status): \(reason)"
        return switch status {
        case 507: .outOfSpace(text)
        case 408, 429, 500...: .unavailable(text)
        // As good as no store: all that a host has is out of reach, and nothing of it is lost.
        case 404 where code == "NoSuchBucket": .unavailable(text)
        case 403 where ["InvalidAccessKeyId", "SignatureDoesNotMatch", "AccessDenied"].contains(code):
            .unavailable(text)
        default: .failed(text)
        }
    }
}
