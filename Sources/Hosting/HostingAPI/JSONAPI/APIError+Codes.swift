// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// The codes of App Store Connect that clients know (hosting-api 1.6).
extension APIError {
    // MARK: Who asks

    package static func notAuthorized(_ detail: String) -> APIError {
        APIError(
            status: 401, code: "NOT_AUTHORIZED", title: "Authentication credentials are missing or invalid.",
            detail: detail
        )
    }

    package static func forbidden(_ detail: String) -> APIError { forbidden(detail, hint: nil) }

    private static func forbidden(_ detail: String, hint: Hint?) -> APIError {
        APIError(
            status: 403, code: "FORBIDDEN_ERROR", title: "This request is forbidden for security reasons.",
            detail: detail, hint: hint)
    }

    /// - `allowed`: the operations that the resource has.
    /// - `methods`: those of HTTP that the path has.
    static func operationNotAllowed(
        _ operation: String, on resource: String, allowed: [String], methods: [String]
    ) -> APIError {
        forbidden(
            "The resource '\(resource)' does not allow '\(operation)'. Allowed operations are: "
                + allowed.joined(separator: ", "),
            hint: methods.isEmpty ? nil : .methodNotAllowed(allowed: withHead(methods)))
    }

    package static func rateLimitExceeded(limit: Int, retryAfter seconds: Int) -> APIError {
        APIError(
            status: 429, code: "RATE_LIMIT_EXCEEDED", title: "The request rate limit has been reached.",
            detail: "A key may send \(limit) requests an hour. Wait as long as the Retry-After field says.",
            hint: .retryAfter(seconds: seconds))
    }

    // MARK: What is asked for

    package static func notFound(_ type: String, id: String) -> APIError {
        APIError(
            status: 404, code: "NOT_FOUND", title: "The specified resource does not exist",
            detail: "There is no resource of type '\(type)' with id '\(id)'")
    }

    /// - `owner`: the type of the resource that has the relationship.
    static func relatedToNothing(_ owner: String, id: String, relationship: String) -> APIError {
        APIError(
            status: 404, code: "NOT_FOUND", title: "The specified resource does not exist",
            detail:
                "The relationship '\(relationship)' of the resource of type '\(owner)' with id '\(id)' leads to nothing"
        )
    }

    static func noSuchPath(_ path: String) -> APIError {
        APIError(
            status: 404, code: "NOT_FOUND", title: "The specified resource does not exist",
            detail: "The path '\(path)' is none of this interface: /ba/v1/openapi.json describes it")
    }

    /// What can be read can be asked about by HEAD.
    private static func withHead(_ methods: [String]) -> [String] {
        (methods + (methods.contains("GET") ? ["HEAD"] : [])).sorted()
    }

    static func methodNotAllowed(_ method: String, path: String, allowed: [String]) -> APIError {
        let names = withHead(allowed)
        return APIError(
            status: 405, code: "METHOD_NOT_ALLOWED", title: "The request method is not allowed",
            detail: "'\(path)' has no \(method). It has: \(names.joined(separator: ", "))",
            hint: .methodNotAllowed(allowed: names))
    }

    static func mediaTypeUnsupported(_ type: String?) -> APIError {
        APIError(
            status: 415, code: "UNSUPPORTED_MEDIA_TYPE", title: "The body is of a type that is not read here",
            detail: "Its Content-Type is \(type ?? "not given"), and must be application/json")
    }

    static func partSizeInvalid(number: Int, found: Int64, expected: Int64) -> APIError {
        APIError(
            status: 400, code: "ENTITY_INVALID", title: "The part has another size",
            detail: "Part \(number) has \(expected) bytes, and \(found) are sent: send what the upload operation says")
    }

    static func partDigestInvalid(_ detail: String) -> APIError {
        APIError(status: 400, code: "ENTITY_INVALID", title: "The part is not what was announced", detail: detail)
    }

    static func partEncoded(_ coding: String) -> APIError {
        APIError(
            status: 415, code: "UNSUPPORTED_MEDIA_TYPE", title: "The body is of a type that is not read here",
            detail: "A part is sent as it is, and not as '\(coding.prefix(80))'")
    }

    static func bodyTooLarge(limit: Int) -> APIError {
        APIError(
            status: 413, code: "ENTITY_TOO_LARGE", title: "The body is too large",
            detail: "\(limit) bytes are read at most")
    }

    static func parameterIllegal(_ name: String, _ detail: String) -> APIError {
        APIError(
            status: 400, code: "PARAMETER_ERROR.ILLEGAL", title: "A parameter is not allowed", detail: detail,
            source: .parameter(name))
    }

    static func parameterInvalid(_ name: String, _ detail: String) -> APIError {
        APIError(
            status: 400, code: "PARAMETER_ERROR.INVALID", title: "A parameter has an invalid value", detail: detail,
            source: .parameter(name))
    }

    static func parameterRequired(_ name: String) -> APIError {
        APIError(
            status: 400, code: "PARAMETER_ERROR.REQUIRED", title: "A required parameter is missing",
            detail: "The parameter '\(name)' is required", source: .parameter(name))
    }

    // MARK: The body

    static func bodyInvalid(_ detail: String) -> APIError {
        APIError(status: 400, code: "ENTITY_INVALID", title: "The body is no JSON text", detail: detail)
    }

    static func bodyUnprocessable(_ detail: String, at pointer: String) -> APIError {
        APIError(
            status: 422, code: "ENTITY_UNPROCESSABLE", title: "The body is no document of this interface",
            detail: detail,
            source: .pointer(pointer))
    }

    /// The body of a change is about another resource than its address (JSON:API 1.1, 9.2.4).
    static func idDiffers(_ id: String) -> APIError {
        APIError(
            status: 409, code: "ENTITY_ERROR.ID.INVALID", title: "The provided entity has another id",
            detail: "The member 'id' must be that of the address, '\(id)'", source: .pointer("/data/id"))
    }

    static func attribute(_ kind: AttributeFault, _ detail: String, at pointer: String) -> APIError {
        APIError(
            status: 409, code: "ENTITY_ERROR.ATTRIBUTE.\(kind.rawValue)", title: kind.title, detail: detail,
            source: .pointer(pointer))
    }

    /// What is wrong with an attribute.
    enum AttributeFault: String {
        case required = "REQUIRED"
        case invalid = "INVALID"
        case duplicate = "INVALID.DUPLICATE"
        case type = "TYPE"
        case unknown = "UNKNOWN"

        var title: String {
            switch self {
            case .required: "The provided entity is missing a required attribute"
            case .invalid, .type: "An attribute value is invalid."
            case .duplicate: "The provided entity includes an attribute with a value that has already been used"
            case .unknown: "The provided entity includes an unknown attribute"
            }
        }
    }

    /// An attribute with a value that the state of things does not allow.
    package static func attributeInvalid(_ name: String, _ detail: String) -> APIError {
        attribute(.invalid, detail, at: "/data/attributes/\(name)")
    }

    package static func attributeDuplicate(_ name: String, _ detail: String) -> APIError {
        attribute(.duplicate, detail, at: "/data/attributes/\(name)")
    }

    static func relationship(_ kind: RelationshipFault, _ detail: String, at pointer: String) -> APIError {
        APIError(
            status: 409, code: "ENTITY_ERROR.RELATIONSHIP.\(kind.rawValue)", title: kind.title, detail: detail,
            source: .pointer(pointer))
    }

    /// What is wrong with a relationship.
    enum RelationshipFault: String {
        case required = "REQUIRED"
        case invalid = "INVALID"
        case unknown = "UNKNOWN"

        var title: String {
            switch self {
            case .required: "The provided entity is missing a required relationship"
            case .invalid: "The provided entity includes a relationship with an invalid value"
            case .unknown: "The provided entity includes an unknown relationship"
            }
        }
    }

    /// A relationship to what is not there.
    package static func relationshipInvalid(_ name: String, _ detail: String) -> APIError {
        relationship(.invalid, detail, at: "/data/relationships/\(name)")
    }

    // MARK: The state of things

    package static func state(_ detail: String, associated: [String: [APIError]] = [:]) -> APIError {
        APIError(
            status: 409, code: "STATE_ERROR",
            title: "The request cannot be fulfilled because of the state of another resource.",
            detail: detail, associated: associated)
    }

    static func requestRunning(_ name: String) -> APIError {
        APIError(
            status: 409, code: "STATE_ERROR.REQUEST_RUNNING", title: "The request is being done already",
            detail:
                "The request with the Idempotency-Key '\(name)' has come before, and is not done yet: send it again later",
            hint: .retryAfter(seconds: 5))
    }

    static func requestDiffers(_ name: String) -> APIError {
        APIError(
            status: 422, code: "ENTITY_UNPROCESSABLE.IDEMPOTENCY_KEY",
            title: "The Idempotency-Key is another request's",
            detail: "Another request had the Idempotency-Key '\(name)' within a day: each has one of its own")
    }

    /// - `reason`: for the server's log; a client is not told.
    package static func unavailable(_ detail: String, reason: String? = nil) -> APIError {
        APIError(
            status: 503, code: "SERVICE_UNAVAILABLE", title: "The server cannot do this at the moment", detail: detail,
            reason: reason, hint: .retryAfter(seconds: 5))
    }

    /// A fault of the server.
    ///
    /// - `reason`: for its log; a client is not told.
    static func internalFault(_ reason: String) -> APIError {
        APIError(
            status: 500, code: "UNEXPECTED_ERROR", title: "An unexpected error occurred.",
            detail: "It is a fault of the server, whose log has it under the id of this error", reason: reason)
    }
}
