// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel
internal import Foundation

/// What is asked of a server for an app: an address with the app's own method, headers and body.
///
/// Headers may be secrets: they go to the origin that they were meant for and to no other (RFC 9110, 15.4), and no
/// description shows their values.
package struct TransferRequest: Hashable, Sendable, CustomStringConvertible {
    /// Bytes of names and values together, which many servers do not take either.
    package static let largestHeaders = 64 << 10
    /// Bytes of a body, which is kept in the database, and comes in one message.
    package static let largestBody = 512 << 10

    /// Headers that belong to the connection, or to the proxy on the way, which the server must not see, or to going on after an interruption: an app's are left out.
    private static let reserved: Set = [
        "accept-encoding", "connection", "content-length", "expect", "host", "if-range", "keep-alive",
        "proxy-authenticate", "proxy-authorization", "proxy-connection", "range", "te", "trailer", "transfer-encoding",
        "upgrade",
    ]
    /// Those of them by which a part is asked for: an app's go with a request whose answer is handed over as it is.
    private static let ofParts: Set = ["if-range", "range"]
    /// Those that answer for the body, and go with it.
    private static let ofBody: Set = ["content-encoding", "content-language", "content-location", "content-type"]
    /// These open a way through, or have what was asked come back.
    private static let refusedMethods: Set = ["CONNECT", "TRACE"]

    package private(set) var address: HTTPAddress
    package private(set) var method: String
    package private(set) var headers: [HTTPField]
    package private(set) var body: [UInt8]
    /// What is sent in the place of that; nil for nothing. It may be sent more than once.
    package var bodyFile: RequestBodyFile?
    /// The only hosts that may be asked, redirects included; nil when all may.
    package var allowedHosts: DomainAllowList?

    /// A plain request for what is at an address.
    package init(_ address: HTTPAddress) {
        self.address = address
        method = "GET"
        headers = []
        body = []
    }

    /// - `isForFile`: whether the answer is to have a body to keep.
    /// - Throws: `invalidRequest` for what cannot be sent as HTTP, or is no request for a file when it is to be one.
    package init(
        _ address: HTTPAddress, method: String, headers: [HTTPField] = [], body: [UInt8] = [], isForFile: Bool = true
    ) throws(TransferError) {
        func invalid(_ reason: String) -> TransferError { .invalidRequest(url: "\(address)", reason: reason) }
        guard HTTPField.isToken(method) else { throw invalid("its method is none: \(method.debugDescription)") }
        guard !Self.refusedMethods.contains(method), !isForFile || method != "HEAD" else {
            throw invalid("nothing is downloaded with \(method)")
        }
        for field in headers {
            // The value is not shown: it may be a secret.
            guard field.isValid else {
                throw invalid("its header \(field.name.debugDescription) holds what no header can hold")
            }
        }
        guard headers.reduce(0, { $0 + $1.name.utf8.count + $1.value.utf8.count }) <= Self.largestHeaders else {
            throw invalid("its headers have more than \(Self.largestHeaders) bytes")
        }
        guard body.count <= Self.largestBody else { throw invalid("its body has more than \(Self.largestBody) bytes") }
        self.address = address
        self.method = method
        let reserved = isForFile ? Self.reserved : Self.reserved.subtracting(Self.ofParts)
        self.headers = headers.filter { !reserved.contains($0.name.lowercased()) }
        self.body = body
    }

    /// The address, without what may be secret.
    package var description: String { method == "GET" ? "\(address)" : "\(method) \(address)" }

    /// Whether a part of something is asked for.
    var asksForPart: Bool { headers.contains { $0.name.lowercased() == "range" } }

    /// Whether what broke off can be gone on with: the same request always answers with the same file.
    var isResumable: Bool { method == "GET" && body.isEmpty && bodyFile == nil && !asksForPart }

    /// What its answer is the answer to, in one line: those of others are of no use.
    var identity: String { "\(method) \(address.absoluteString)" }

    /// - Throws: `hostNotPermitted`.
    func checkHost() throws(TransferError) {
        let host = address.url.host ?? ""
        guard let allowedHosts, !allowedHosts.allows(host) else { return }
        throw .hostNotPermitted(url: "\(address)", host: host)
    }

    /// The request that a redirect leads to.
    ///
    /// - `location`: what the answer says; may be relative.
    /// - `status`: 301, 302, 303, 307 or 308.
    /// - Throws: `redirect`.
    func redirected(to location: String?, status: Int) throws(TransferError) -> TransferRequest {
        var next = self
        next.address = try HTTPTransport.target(of: location, from: address)
        if status == 303 && method != "HEAD" || (status == 301 || status == 302) && method == "POST" {
            next.method = "GET"
            next.body = []
            next.bodyFile = nil
            next.headers.removeAll { Self.ofBody.contains($0.name.lowercased()) }
        }
        guard next.address.authority != address.authority else { return next }
        guard next.body.isEmpty, next.bodyFile == nil else {
            throw .redirect(
                url: "\(address)",
                reason: "it leads to another host, \(next.address.authority), to which the app's body is not sent")
        }
        next.headers = []
        return next
    }
}
