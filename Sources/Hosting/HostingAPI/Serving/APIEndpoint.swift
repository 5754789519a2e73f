// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation
internal import HTTPTypes
package import HostingDelivery
package import HostingModel
package import HostingStorage
package import Hummingbird
package import Logging
internal import NIOCore

/// Answers the requests of the interface: finds the operation, asks who it is that wants it and whether they may, reads what they
/// want, and writes what comes of it. What goes wrong is an answer, too.
package struct APIEndpoint: Sendable {
    let table: OperationTable
    let repeats: RequestRepeats
    let authenticator: any APIAuthenticator
    let counter: RequestCounter
    let now: @Sendable () -> Timestamp
    let base: @Sendable () -> String
    let logger: Logger
    private let store: HostStore
    private let known = KnownAnswers()
    /// Whoever wants to know what there is needs no token. All get the same bytes, however slowly they take them.
    private let description: ByteBuffer
    private static let jsonFields = Array(Response.jsonHeaders)
    private static let descriptionPath = "/ba/v1/openapi.json"

    /// - `base`: scheme, host and port, as clients see them, with no slash at the end.
    package init(
        store: HostStore, signer: UploadSigner, authenticator: any APIAuthenticator,
        counter: RequestCounter = RequestCounter(), base: @escaping @Sendable () -> String,
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        let table = Self.table(store: store, uploads: UploadAddresses(store: store, signer: signer, now: now))
        self.table = table
        self.store = store
        repeats = RequestRepeats(store: store, logger: logger)
        self.authenticator = authenticator
        self.counter = counter
        self.now = now
        self.base = base
        self.logger = logger
        description = ByteBuffer(string: OpenAPIDocument(operations: table.operations).json.text)
    }

    /// All that the interface has.
    static func table(store: HostStore, uploads: UploadAddresses) -> OperationTable {
        var table = OperationTable()
        AppEndpoints(store: store).add(to: &table)
        AppBuildEndpoints(store: store, uploads: uploads).add(to: &table)
        AppStoreVersionEndpoints(store: store).add(to: &table)
        AuditEndpoints(store: store).add(to: &table)
        BuildEndpoints(store: store).add(to: &table)
        PackEndpoints(store: store).add(to: &table)
        ManifestCheckEndpoints(store: store).add(to: &table)
        ReviewEndpoints(store: store).add(to: &table)
        ReviewItemEndpoints(store: store).add(to: &table)
        for schema in [ResourceSchema.betaReviewSubmissions, .betaAppReviewSubmissions] {
            BetaReviewEndpoints(store: store, schema: schema).add(to: &table)
        }
        VersionEndpoints(store: store, uploads: uploads).add(to: &table)
        UploadFileEndpoints(store: store, uploads: uploads).add(to: &table)
        WebhookEndpoints(store: store).add(to: &table)
        WebhookDeliveryEndpoints(store: store).add(to: &table)
        PackContextEndpoints(store: store).add(to: &table)
        PackSettingEndpoints(store: store).add(to: &table)
        PackVersionEndpoints(store: store).add(to: &table)
        return table
    }

    package func respond(to request: Request) async -> Response {
        var budget: RequestBudget?
        var response: Response
        do throws(APIFailure) { response = try await answer(request, &budget) } catch {
            response = ErrorResponse(failure: error, logger: logger).response
        }
        if let budget, let field = RequestBudget.field { response.headers[field] = budget.value }
        return response.answering(request.method)
    }

    /// Answers a program that asks again what it has asked before, while nothing has changed; nil for all others.
    package func promptResponse(to request: PromptRequest) -> PromptResponse? {
        let target = request.target
        guard request.method == .get, let change = store.lastChange,
            let caller = authenticator.callerAtHand(
                of: request.fields, method: request.method.rawValue, target: target, change)
        else { return nil }
        let time = now()
        guard let body = known.body(of: KnownAnswers.Question(callerID: caller.id, target: target), change, at: time)
        else { return nil }
        let budget = counter.take(caller.id, at: time)
        // Whoever has used up the budget has not used up more by this.
        guard budget.retryAfter == nil else { return nil }
        var fields = Self.jsonFields
        fields.append(HTTPField(name: .contentLength, value: String(body.readableBytes)))
        if let name = RequestBudget.field { fields.append(HTTPField(name: name, value: budget.value)) }
        return PromptResponse(status: .ok, fields: fields, body: body)
    }

    /// - `budget`: what is left to the key that has asked, once it is known which.
    private func answer(_ request: Request, _ budget: inout RequestBudget?) async throws(APIFailure) -> Response {
        // Whoever may read something may ask by HEAD what they would get.
        let method = request.method == .head ? HTTPRequest.Method.get.rawValue : request.method.rawValue
        let path = request.uri.path
        if path == Self.descriptionPath {
            guard method == HTTPRequest.Method.get.rawValue else {
                throw APIFailure(.methodNotAllowed(method, path: path, allowed: [HTTPRequest.Method.get.rawValue]))
            }
            return Response(json: description, status: .ok)
        }
        let target = path + (request.uri.query.map { "?" + $0 } ?? "")
        // Read first: what changes from now on has another.
        let change = store.lastChange
        let caller = try await authenticator.caller(
            of: request.headers, method: method, target: target)
        let left = counter.take(caller.id, at: now())
        budget = left
        if let seconds = left.retryAfter {
            throw APIFailure(.rateLimitExceeded(limit: left.limit, retryAfter: seconds))
        }
        let (operation, id): (Operation, String)
        switch table.match(method, path: path) {
        case .operation(let found, let place): (operation, id) = (found, place)
        case .operationNotAllowed(let name, let type, let allowed, let methods):
            throw APIFailure(
                .operationNotAllowed(name, on: type, allowed: allowed, methods: methods.map(\.rawValue)))
        case .methodNotAllowed(let allowed):
            throw APIFailure(.methodNotAllowed(method, path: path, allowed: allowed.map(\.rawValue)))
        case .nothing: throw APIFailure(.noSuchPath(path))
        }
        guard caller.role.allows(operation.permission) else {
            throw APIFailure(
                .forbidden("The role \(caller.role.rawValue) does not allow this: ask an administrator for another one")
            )
        }
        let query = try ResourceQuery(QueryText(request.uri.query ?? ""), rules: operation.query)
        let (text, body) = try await body(of: request, operation, id: id)
        let base = base()
        func outcome(
            id: String, _ work: (OperationCall) async throws(APIFailure) -> OperationReply
        ) async throws(APIFailure) -> RequestRepeats.Answer {
            let call = OperationCall(id: id, query: query, body: body, caller: caller, base: base)
            let reply = try await Principal.acting(as: caller.principal) { () async throws(APIFailure) in
                try await work(call)
            }
            return RequestRepeats.Answer(
                status: operation.status,
                body: reply.document.map { ResourceWriter(base: base, query: query, target: target).bytes(of: $0) },
                isOfDatabase: reply.document?.isOfDatabase ?? false)
        }
        guard operation.method == .post,
            let repeated = try RequestRepeats.request(request.headers, target: target, body: text, of: caller)
        else {
            let answer = try await outcome(id: id, operation.perform)
            if operation.method == .get, answer.isOfDatabase, caller.kind == .key, let change, let body = answer.body {
                known.keep(body, of: KnownAnswers.Question(callerID: caller.id, target: target), change, at: now())
            }
            return answer.response
        }
        return try await repeats.answer(repeated) { () async throws(APIFailure) in
            try await outcome(id: id, operation.perform)
        } recall: { (made) async throws(APIFailure) in
            guard let recall = operation.recall else {
                throw APIFailure(.internalFault("\(operation.id) has made \(made), and does not say what that is"))
            }
            return try await outcome(id: made, recall)
        }
    }

    /// - Returns: as it came, and what it says; nothing of an operation that has none.
    private func body(
        of request: Request, _ operation: Operation, id: String
    ) async throws(APIFailure) -> ([UInt8], RequestBody?) {
        guard let schema = operation.body else { return ([], nil) }
        let type = request.headers[.contentType]?.split(separator: ";").first.map {
            $0.trimmingCharacters(in: .whitespaces).lowercased()
        }
        guard let type, ["application/json", "application/vnd.api+json"].contains(type) else {
            throw APIFailure(.mediaTypeUnsupported(request.headers[.contentType]))
        }
        // One that says so itself is not waited for.
        if let count = request.headers[.contentLength].flatMap({ Int64($0) }), count > Int64(RequestBody.sizeLimit) {
            throw APIFailure(.bodyTooLarge(limit: RequestBody.sizeLimit))
        }
        let buffer: ByteBuffer
        do { buffer = try await request.body.collect(upTo: RequestBody.sizeLimit) } catch is NIOTooManyBytesError {
            throw APIFailure(.bodyTooLarge(limit: RequestBody.sizeLimit))
        } catch { throw APIFailure(.bodyInvalid("It broke off: \(error)")) }
        let bytes = [UInt8](buffer: buffer)
        return (bytes, try RequestBody(bytes, schema: schema, id: operation.method == .patch ? id : nil))
    }
}
