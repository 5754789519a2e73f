// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// An operation of the interface: what it takes, what it answers, and who may ask for it. The server goes by it, and so does the
/// OpenAPI document.
struct Operation: Sendable {
    enum Method: String, Sendable { case get = "GET", post = "POST", patch = "PATCH", delete = "DELETE" }

    /// What the body of its answer has.
    enum Answer: Sendable {
        case one(ResourceSchema)
        case many(ResourceSchema)
        /// The names of resources of these types.
        case linkage(type: String)
        /// That of one.
        case name(type: String)
        case nothing
    }

    /// As App Store Connect's document has it.
    let id: String
    let method: Method
    /// With `{id}` in the place of an identifier.
    let path: String
    var query = QueryRules()
    var body: BodySchema?
    let answer: Answer
    let permission: Permission
    let perform: @Sendable (OperationCall) async throws(APIFailure) -> OperationReply
    /// Of one that makes something: answers with what was made, whose identifier the call has; nil for one that makes nothing.
    var recall: (@Sendable (OperationCall) async throws(APIFailure) -> OperationReply)?

    /// Of one that went well.
    var status: Int {
        switch (method, answer) {
        case (.post, _): 201
        case (_, .nothing): 204
        default: 200
        }
    }
}
