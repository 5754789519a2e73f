// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import HostingModel
internal import HostingOpenID
internal import Hummingbird
internal import NIOCore

/// What a browser gets.
enum ConsoleAnswer: Sendable {
    case page(any ConsoleContent)
    /// The page that the form was on, which says what was wrong with it.
    case refused(any ConsoleContent)
    /// Another page, by its path behind the root.
    case redirect(String)
    /// The address of a provider, which they come back from.
    case leaving(to: String, OpenIDAttempt)
    /// The same, for somebody who is signed in from now on.
    case signedIn(Secret, to: String)
    /// The same, for somebody who is not any more.
    case signedOut

    /// Of those that are no page.
    func response(root: String) -> Response {
        switch self {
        case .page, .refused: Self.html("", .internalServerError)
        case .redirect(let path): Self.redirect(to: root + path)
        case .leaving(let address, let attempt): Self.redirect(to: address, cookies: [AttemptCookie.field(attempt)])
        case .signedIn(let secret, let path):
            Self.redirect(to: root + path, cookies: [SessionCookie.field(secret), AttemptCookie.endingField])
        case .signedOut: Self.redirect(to: root + "/sign-in", cookies: [SessionCookie.endingField])
        }
    }

    private static func redirect(to path: String, cookies: [String] = []) -> Response {
        var response = html("", .seeOther)
        response.headers[.location] = path
        for cookie in cookies { response.headers.append(HTTPField(name: .setCookie, value: cookie)) }
        return response
    }

    static func html(_ text: String, _ status: HTTPResponse.Status) -> Response {
        let buffer = ByteBuffer(string: text)
        var headers = HTTPFields()
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.contentLength] = "\(buffer.readableBytes)"
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
            + "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
        headers[.strictTransportSecurity] = "max-age=31536000"
        // Some addresses are secrets.
        if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "same-origin" }
        if let name = HTTPField.Name("Cross-Origin-Opener-Policy") { headers[name] = "same-origin" }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: buffer))
    }
}
