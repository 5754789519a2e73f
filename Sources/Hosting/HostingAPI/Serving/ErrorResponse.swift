// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore

/// What is answered when something is wrong.
struct ErrorResponse {
    let failure: APIFailure
    let logger: Logger

    var response: Response {
        var errors: [JSONValue] = []
        for error in failure.errors {
            let id = UUID().uuidString.lowercased()
            // What is refused because the storage is away is told once for all requests, by whoever waits for it.
            if let reason = error.reason {
                logger.log(level: error.status == 503 ? .info : .error, "\(reason)", metadata: ["id": "\(id)"])
            }
            errors.append(error.json(id: id))
        }
        var bytes: [UInt8] = []
        JSONValue.object(["errors": .array(errors)]).appendCompact(to: &bytes)
        var response = Response(json: bytes, status: .init(code: failure.status))
        if failure.status == 401 { response.headers[.wwwAuthenticate] = "Bearer" }
        switch failure.errors.first?.hint {
        case .methodNotAllowed(let methods)?: response.headers[.allow] = methods.joined(separator: ", ")
        case .retryAfter(let seconds)?: response.headers[.retryAfter] = "\(seconds)"
        case nil: break
        }
        return response
    }
}

extension Response {
    /// A JSON text that nobody keeps.
    static var jsonHeaders: HTTPFields {
        var headers = HTTPFields()
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        return headers
    }

    init(json bytes: [UInt8], status: HTTPResponse.Status) {
        self.init(json: ByteBuffer(bytes: bytes), status: status)
    }

    init(json bytes: ByteBuffer, status: HTTPResponse.Status) {
        self.init(status: status, headers: Self.jsonHeaders, body: ResponseBody(byteBuffer: bytes))
    }
}
