// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ControlCommands
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Answers the requests of browsers.
///
/// Only who has the key is let in, and only under the names of this machine itself: a page from elsewhere, whose name may lead
/// here as well, has neither.
struct PageResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    private static let names: Set = ["127.0.0.1", "localhost"]

    let link: any ServiceLink
    let keys: PageKeys
    let template: PageTemplate
    /// Told when somebody who may has looked.
    let viewers: PageViewers
    /// What the entrance leads to: the page of this app, or of all.
    let app: String?

    func respond(to request: Request, context: Context) async throws -> Response {
        guard let authority = request.head.authority, Self.names.contains(Self.host(of: authority)) else {
            return Self.text(.misdirectedRequest, "This page is at 127.0.0.1 only.")
        }
        guard let (key, target) = PageTarget.parse(request.uri.path) else { return Self.nothing }
        if target == .entrance {
            guard request.method == .get, keys.takesEntrance(key) else { return Self.nothing }
            return Self.redirect(to: "/\(keys.page)" + (app.map(PageTarget.path) ?? "/"))
        }
        guard keys.opensPage(key) else { return Self.nothing }
        viewers.note()
        switch target {
        case .entrance: return Self.nothing
        case .style: return Self.resource(PackageResources.page_css, "text/css; charset=utf-8")
        case .script: return Self.resource(PackageResources.page_js, "text/javascript; charset=utf-8")
        case .page(let app): return await page(of: app)
        case .action(let action, let app):
            // Whoever loads the address of an action anew, wants to see what came of it.
            guard request.method == .post else { return Self.redirect(to: "/\(key)" + PageTarget.path(of: app)) }
            guard request.headers[.origin].map({ $0 == "http://" + authority }) ?? true else {
                return Self.text(.forbidden, "This was asked by another page.")
            }
            return await perform(action, of: app)
        }
    }

    private func perform(_ action: TransferControl.Action, of app: String) async -> Response {
        do throws(ControlError) {
            try await TransferControl(action: action, link: link).perform(id: app, appID: nil)
            // What is cancelled may be gone.
            return Self.redirect(to: "/\(keys.page)" + (action == .cancel ? "/" : PageTarget.path(of: app)))
        } catch { return await page(of: app, .conflict, problem: error.description) }
    }

    private func page(of app: String?, _ status: HTTPResponse.Status = .ok, problem: String? = nil) async -> Response {
        var (status, problem) = (status, problem)
        var records = PageRecords()
        do throws(ControlError) { records = try await PageRecords(of: app, from: link) } catch {
            (status, problem) = (.serviceUnavailable, error.description)
        }
        if let app, records.apps.isEmpty, problem == nil {
            problem = "\(app) is not installed, and not being installed."
        }
        let content = PageContent(records, of: app, base: "/\(keys.page)", problem: problem)
        return Self.response(status, Array(template.html(content).utf8), "text/html; charset=utf-8")
    }

    private static func host(of authority: String) -> String {
        String(authority.prefix { $0 != ":" }).lowercased()
    }

    // MARK: Answers

    private static var nothing: Response {
        text(.notFound, "There is nothing here, or no longer: `ba page` shows the page anew.")
    }

    private static func text(_ status: HTTPResponse.Status, _ text: String) -> Response {
        response(status, Array((text + "\n").utf8), "text/plain; charset=utf-8")
    }

    private static func resource(_ bytes: [UInt8], _ type: String) -> Response { response(.ok, bytes, type) }

    private static func redirect(to path: String) -> Response {
        var response = response(.seeOther, [], "text/plain; charset=utf-8")
        response.headers[.location] = path
        return response
    }

    private static func response(_ status: HTTPResponse.Status, _ bytes: [UInt8], _ type: String) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = type
        headers[.contentLength] = "\(bytes.count)"
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; "
            + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
        // The address has the key.
        if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "same-origin" }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
