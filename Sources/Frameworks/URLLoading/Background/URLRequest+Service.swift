// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import FoundationNetworking
package import ServiceInterface

extension FileRequest {
    /// A request as the service keeps it.
    ///
    /// - Throws: for one that cannot be kept until it is sent.
    init(_ request: URLRequest) throws {
        guard let url = request.url else { throw URLError(.badURL) }
        if let refusal = URLError(unusable: url) { throw refusal }
        guard request.httpBodyStream == nil else { throw URLError.streamedBody }
        self.init(url: url, request)
    }

    /// The same with all but its body's stream.
    package init(url: URL, _ request: URLRequest) {
        let fields = request.allHTTPHeaderFields ?? [:]
        self.init(
            url: url.absoluteString, method: request.httpMethod ?? "GET",
            headers: fields.sorted { $0.key < $1.key }.map { FileRequest.Header(name: $0.key, value: $0.value) },
            body: request.httpBody ?? Data())
    }
}

extension URLRequest {
    /// A request as the service has kept it.
    package init(_ request: FileRequest) {
        // The service has taken it for an address.
        self.init(url: URL(string: request.url) ?? URL(fileURLWithPath: "/"))
        httpMethod = request.method
        for header in request.headers { addValue(header.value, forHTTPHeaderField: header.name) }
        if !request.body.isEmpty { httpBody = request.body }
    }

    /// Adds what its session's configuration says of all requests.
    mutating func complete(by configuration: URLSessionConfiguration) {
        for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
            guard let name = name as? String, self.value(forHTTPHeaderField: name) == nil else { continue }
            setValue("\(value)", forHTTPHeaderField: name)
        }
        guard configuration.httpShouldSetCookies, let url, value(forHTTPHeaderField: "Cookie") == nil,
            let cookies = configuration.httpCookieStorage?.cookies(for: url), !cookies.isEmpty
        else { return }
        for (name, value) in HTTPCookie.requestHeaderFields(with: cookies) { setValue(value, forHTTPHeaderField: name) }
    }
}

extension URLSessionConfiguration {
    /// Keeps the cookies of a response where the session's are.
    func takeCookies(of response: HTTPURLResponse) {
        guard httpCookieAcceptPolicy != .never, let storage = httpCookieStorage, let url = response.url,
            let fields = response.allHeaderFields as? [String: String]
        else { return }
        storage.setCookies(
            HTTPCookie.cookies(withResponseHeaderFields: fields, for: url), for: url, mainDocumentURL: nil)
    }
}

extension HTTPURLResponse {
    /// What a server has answered; nil when it cannot be told so.
    convenience init?(_ answer: SessionAnswer) {
        guard let url = URL(string: answer.url) else { return nil }
        let fields = Dictionary(answer.headers.map { ($0.name, $0.value) }) { $0 + ", " + $1 }
        self.init(url: url, statusCode: answer.status, httpVersion: answer.version, headerFields: fields)
    }
}
