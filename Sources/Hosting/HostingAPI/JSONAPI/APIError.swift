// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation

/// One thing that is wrong with a request, as JSON:API tells it (hosting-api 1.6).
package struct APIError: Error, Equatable, Sendable {
    package enum Source: Equatable, Sendable {
        /// A place in the body, as a JSON pointer (RFC 6901).
        case pointer(String)
        case parameter(String)
    }

    /// Of HTTP.
    package let status: Int
    /// From the general to the particular, with dots between: clients look at how it begins.
    package let code: String
    package let title: String
    /// What happened, to what, and what to do.
    package let detail: String
    package let source: Source?
    /// Why a change that contains others is refused, by the paths of these.
    package let associated: [String: [APIError]]
    /// What the log has besides.
    package let reason: String?
    /// What a field of the response tells besides.
    package let hint: Hint?

    package enum Hint: Equatable, Sendable {
        case methodNotAllowed(allowed: [String])
        case retryAfter(seconds: Int)
    }

    package init(
        status: Int, code: String, title: String, detail: String, source: Source? = nil,
        associated: [String: [APIError]] = [:], reason: String? = nil,
        hint: Hint? = nil
    ) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.source = source
        self.associated = associated
        self.reason = reason
        self.hint = hint
    }

    /// - `id`: of this occurrence, which the log has, too.
    func json(id: String) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(id), "status": .string("\(status)"), "code": .string(code), "title": .string(title),
            "detail": .string(detail),
        ]
        switch source {
        case .pointer(let pointer)?: members["source"] = .object(["pointer": .string(pointer)])
        case .parameter(let name)?: members["source"] = .object(["parameter": .string(name)])
        case nil: break
        }
        if !associated.isEmpty {
            let errors = associated.mapValues { errors in
                JSONValue.array(errors.map { $0.json(id: UUID().uuidString.lowercased()) })
            }
            members["meta"] = .object(["associatedErrors": .object(errors)])
        }
        return .object(members)
    }
}
