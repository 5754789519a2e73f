// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
package import HTTPTypes
package import Hummingbird
internal import NIOCore

/// An answer other than what was asked for: a status, and a JSON body that says what is wrong and what there is.
package struct DeliveryProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The most IDs that an answer lists.
    private static let listedCount = 100

    package let status: HTTPResponse.Status
    /// What happened and what to do.
    package let description: String
    /// The pack that the request was about, if any.
    package let assetPack: String?
    /// IDs of the packs that are there, when that helps.
    package let available: [String]?
    /// The methods that are allowed, for 405.
    package let allowedMethods: [HTTPRequest.Method]
    /// Seconds after which to ask again, for 503.
    package let retryAfter: Int?
    /// How to say who asks, for 401.
    package let challenge: String?

    package init(
        _ status: HTTPResponse.Status, _ description: String, assetPack: String? = nil, available: [String]? = nil,
        allowedMethods: [HTTPRequest.Method] = [], retryAfter: Int? = nil, challenge: String? = nil
    ) {
        self.status = status
        self.description = description
        self.assetPack = assetPack
        self.available = available
        self.allowedMethods = allowedMethods
        self.retryAfter = retryAfter
        self.challenge = challenge
    }

    /// The response with this problem in its body: `{"error": …, "assetPack": …, "available": […]}`.
    package func response() -> Response {
        struct Body: Encodable {
            let error: String
            let assetPack: String?
            let available: [String]?
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = Body(
            error: description, assetPack: assetPack, available: available.map { Array($0.prefix(Self.listedCount)) })
        // Strings and arrays of strings always have a JSON form; an empty body would do no harm either.
        let bytes = (try? encoder.encode(body)).map { Array($0) } ?? []
        var headers = HTTPFields()
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        if !allowedMethods.isEmpty { headers[.allow] = allowedMethods.map(\.rawValue).joined(separator: ", ") }
        if let challenge { headers[.wwwAuthenticate] = challenge }
        if let retryAfter { headers[.retryAfter] = String(retryAfter) }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
