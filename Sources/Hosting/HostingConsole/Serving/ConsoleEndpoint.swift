// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import HTTPTypes
package import HostingModel
package import HostingOpenID
package import HostingStorage
package import Hummingbird
package import Logging
internal import NIOCore

/// Answers the requests of browsers: finds the page, asks who it is that wants it, and whether they may. What goes wrong is a page,
/// too.
package struct ConsoleEndpoint: Sendable {
    /// What its paths begin with.
    static let root = "/console"
    /// Bytes of the largest form.
    private static let formLimit = 256 << 10
    /// What somebody may have written in a form that is worth to be shown once more.
    private static let longField = "message"

    private let store: HostStore
    private let table: ConsoleTable
    private let templates: ConsoleTemplates
    /// The name of the one by which members may sign in, too.
    private let providerName: String?
    private let base: @Sendable () -> String
    private let now: @Sendable () -> Timestamp
    private let logger: Logger

    /// - `provider`: by which members may sign in; nil for passwords alone.
    /// - `base`: scheme, host and port, as browsers see them, with no slash at the end.
    package init(
        store: HostStore, provider: OpenIDProvider? = nil, base: @escaping @Sendable () -> String,
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) throws {
        self.store = store
        self.base = base
        self.now = now
        self.logger = logger
        templates = try ConsoleTemplates()
        table = ConsoleTable(provider: provider)
        providerName = provider?.settings.name
    }

    /// Whether a path is one of a browser's.
    package static func answers(_ path: String) -> Bool {
        path == "/" || path == root || path.hasPrefix(root + "/")
    }

    /// - `connection`: the address of the other end; nil where it has none.
    package func respond(to request: Request, from connection: String?) async -> Response {
        var response: Response
        let client = ClientAddress.text(of: request.headers, connection: connection)
        do throws(ConsoleFailure) { response = try await answer(request, client) } catch {
            response = problem(error, session: nil)
        }
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(_ request: Request, _ client: String) async throws(ConsoleFailure) -> Response {
        let path = request.uri.path
        if path == "/" || path == Self.root { return ConsoleAnswer.redirect("/").response(root: Self.root) }
        if let asset = ConsoleAsset(path: String(path.dropFirst(Self.root.count))) { return asset.response }
        let parts = path.dropFirst(Self.root.count + 1).split(separator: "/", omittingEmptySubsequences: false)
            .map(String.init)
        let session = try await session(of: request)
        do throws(ConsoleFailure) {
            let (route, parameters) = try table.route(request.method, parts)
            guard let session else {
                guard route.permission == nil else { return try await signIn(request) }
                return try await perform(route, parameters, request, client, session: nil)
            }
            if let permission = route.permission, !session.member.role.allows(permission) {
                throw .forbidden(
                    "Your role, \(session.member.role.title), does not allow this: an administrator can give you another."
                )
            }
            return try await perform(route, parameters, request, client, session: session)
        } catch { return problem(error, session: session) }
    }

    private func perform(
        _ route: ConsoleRoute, _ parameters: [String], _ request: Request, _ client: String, session: MemberSession?
    ) async throws(ConsoleFailure) -> Response {
        if request.method == .post { try checkOrigin(of: request) }
        func acting(
            _ form: FormFields, _ body: (ConsoleCall) async throws(ConsoleFailure) -> ConsoleAnswer
        ) async throws(ConsoleFailure) -> ConsoleAnswer {
            // Forms for those who are not signed in are of no session: somebody else may be signed in already.
            if request.method == .post, route.permission != nil, let session, form["token"] != session.formToken {
                throw .forbidden("The form is of another session: go back, load the page anew, and try once more.")
            }
            let call = ConsoleCall(
                store: store, session: session, parameters: parameters,
                query: FormFields(request.uri.query ?? "") ?? FormFields(), form: form, base: base(), now: now(),
                client: client, attempt: AttemptCookie.attempt(of: request.headers))
            return try await Principal.acting(as: session.map { Principal(.member, id: $0.member.id) } ?? .host) {
                () async throws(ConsoleFailure) in try await body(call)
            }
        }
        let answer: ConsoleAnswer
        switch route.action {
        case .perform(let perform):
            answer = try await acting(request.method == .post ? form(of: request) : FormFields(), perform)
        case .receive(let receive):
            var incoming = try IncomingForm(request)
            let file = try await incoming.file()
            answer = try await acting(incoming.fields) { (call) async throws(ConsoleFailure) in
                try await receive(call, file, &incoming)
            }
        }
        switch answer {
        case .page(let content): return page(content, .ok, session)
        case .refused(let content): return page(content, .unprocessableContent, session)
        default: return answer.response(root: Self.root)
        }
    }

    // MARK: Requests

    private func session(of request: Request) async throws(ConsoleFailure) -> MemberSession? {
        guard let secret = SessionCookie.secret(of: request.headers) else { return nil }
        return try await store.asking { (store) throws(StorageError) in try await store.session(secret) }
    }

    /// Forms come from this host's own pages only.
    private func checkOrigin(of request: Request) throws(ConsoleFailure) {
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
        if let site, site != "same-origin" { throw .forbidden("This was asked by another page.") }
        let origin = request.headers[.origin]
        let own = base()
        let isOwn = origin == own || origin.map { $0 == "https://" + (request.head.authority ?? "") } == true
        // A browser that tells neither is none of today's.
        guard isOwn || (origin == nil && site != nil) else { throw .forbidden("This was asked by another page.") }
    }

    private func form(of request: Request) async throws(ConsoleFailure) -> FormFields {
        let type = request.headers[.contentType]?.split(separator: ";").first.map { $0.lowercased() }
        guard type == "application/x-www-form-urlencoded" else {
            throw ConsoleFailure(.unsupportedMediaType, "This is no form that the page has sent.")
        }
        let buffer: ByteBuffer
        do { buffer = try await request.body.collect(upTo: Self.formLimit) } catch is NIOTooManyBytesError {
            throw ConsoleFailure(.contentTooLarge, "A form has \(Self.formLimit >> 10) KiB at most.")
        } catch { throw ConsoleFailure(.badRequest, "The form broke off.") }
        guard let form = FormFields(String(buffer: buffer)) else {
            throw ConsoleFailure(.badRequest, "This is no form that the page has sent.")
        }
        return form
    }

    // MARK: Answers

    private func signIn(_ request: Request) async throws(ConsoleFailure) -> Response {
        // Back to where they wanted to go, if that is a page to look at.
        var path = "/"
        if [.get, .head].contains(request.method) {
            path = request.uri.path.dropFirst(Self.root.count) + (request.uri.query.map { "?" + $0 } ?? "")
        } else {
            if let page = request.headers[.referer], page.hasPrefix(base() + Self.root + "/") {
                path = String(page.dropFirst((base() + Self.root).count))
            }
            try checkOrigin(of: request)
            // What is no form has nothing that they could have written.
            if let written = try? await form(of: request).text(Self.longField) {
                return page(SignInContent(to: path, provider: providerName, written: written), .forbidden, nil)
            }
        }
        return ConsoleAnswer.redirect("/sign-in?to=" + FormFields.encoded(path)).response(root: Self.root)
    }

    private func page(_ content: any ConsoleContent, _ status: HTTPResponse.Status, _ session: MemberSession?)
        -> Response
    {
        let html = templates.html(content, session: session, root: Self.root)
        return ConsoleAnswer.html(html, status)
    }

    private func problem(_ failure: ConsoleFailure, session: MemberSession?) -> Response {
        // While the storage is away, whoever waits for it says so, once for all.
        if failure.status.kind == .serverError {
            logger.log(
                level: failure.status == .serviceUnavailable ? .info : .error,
                "a page could not be made: \(failure.cause ?? failure.reason)")
        }
        var response = page(ProblemContent(failure), failure.status, session)
        if failure.status == .serviceUnavailable { response.headers[.retryAfter] = "5" }
        if !failure.allowed.isEmpty {
            response.headers[.allow] = failure.allowed.map(\.rawValue).joined(separator: ", ")
        }
        return response
    }
}
