// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncHTTPClient
internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import ToolSupport

/// Speaks to a server, patiently: what fails for a while is sent again, and what makes something is done once.
final class APIConnection: Sendable {
    /// Bytes of an answer.
    private static let largestDocument = 32 << 20
    /// For as long a request of a server that has died is waited for: a host takes it over after two minutes.
    private static let longestRun = Duration.seconds(240)
    static let userAgent = "ba-transport/\(ToolVersion.current)"

    let server: ServerAddress
    let retries: RetryRules
    private let tokens: TokenSource
    private let client: HTTPClient
    /// For parts: a connection of its own each, and no token.
    private let uploads: HTTPClient
    /// The same for hosts that are reached without the proxy.
    private let directUploads: HTTPClient
    private let proxies: ProxyRules

    /// - `trusting`: a PEM file with more authorities.
    init(
        to server: ServerAddress, trusting path: String?, as tokens: TokenSource, retries: RetryRules,
        proxies: ProxyRules
    ) throws(TransportError) {
        self.server = server
        self.proxies = proxies
        self.tokens = tokens
        self.retries = retries
        var tls = TLSConfiguration.makeClientConfiguration()
        if let path { tls.additionalTrustRoots = [.certificates(try Self.certificates(in: path))] }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        configuration.timeout = .init(connect: .seconds(20), write: .minutes(2))
        // What fails is tried again here, where there is a limit to it.
        configuration.connectionPool.retryConnectionEstablishment = false
        // A token, and what was signed, goes where it was meant to go.
        configuration.redirectConfiguration = .disallow
        if proxies.applies(to: server.host) { configuration.proxy = proxies.proxy }
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        configuration.httpVersion = .http1Only
        // It begins when a part has been sent.
        configuration.timeout.read = .minutes(5)
        configuration.proxy = proxies.proxy
        uploads = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        configuration.proxy = nil
        directUploads = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Who sends to an address that the server has named.
    func uploadClient(for url: String) -> HTTPClient {
        let host = URLComponents(string: url)?.host ?? ""
        return proxies.applies(to: host) ? uploads : directUploads
    }

    private static func certificates(in path: String) throws(TransportError) -> [NIOSSLCertificate] {
        do {
            let found = try NIOSSLCertificate.fromPEMFile(path)
            if found.isEmpty { throw TransportError.setting("--trust", "\(path) has no certificates in it") }
            return found
        } catch let error as TransportError { throw error } catch {
            throw .setting("--trust", "\(path) is no PEM file with certificates that can be read (\(error))")
        }
    }

    func close() async {
        for client in [client, uploads, directUploads] {
            // Nothing is lost with connections that cannot be left: the process ends.
            try? await client.shutdown()
        }
    }

    // MARK: Requests

    /// - `path`: from the first slash on, or an address of this server as it tells them.
    /// - `name`: of a request that makes something (`Idempotency-Key`); without one it gets a new one.
    func send(
        _ method: HTTPMethod, _ path: String, query: [(String, String)] = [], body: APIBody? = nil, name: String? = nil
    ) async throws(TransportError) -> APIDocument {
        let answer = try await answer(method, path, query: query, body: body, name: name)
        let request = "\(method.rawValue) \(path)"
        guard answer.isSuccess else { throw .refused(answer.refusal(of: request)) }
        return answer.body.isEmpty ? APIDocument() : try APIDocument(parsing: answer.body, request: request)
    }

    /// All pages of a list.
    func list(_ path: String, query: [(String, String)] = []) async throws(TransportError) -> [APIDocument] {
        var pages = [try await send(.GET, path, query: query)]
        while let next = pages.last?.next {
            guard server.contains(next) else {
                throw .nonsense("the next page of \(path) would be at \(next), which is another server")
            }
            pages.append(try await send(.GET, next))
        }
        return pages
    }

    /// The same as `send`, for whom a refusal is an answer, too.
    ///
    /// - `patience`: how long an answer may take.
    func answer(
        _ method: HTTPMethod, _ path: String, query: [(String, String)] = [], body: APIBody? = nil, name: String? = nil,
        patience: TimeAmount = .minutes(2)
    ) async throws(TransportError) -> ServerAnswer {
        let url = path.hasPrefix("/") ? server.base + path + Self.text(of: query) : path
        let key = method == .POST ? name ?? UUID().uuidString.lowercased() : nil
        var (failures, hasNewToken) = (0, false)
        var waited = Duration.zero
        while true {
            let outcome: Result<ServerAnswer, TransportError>
            do throws(TransportError) {
                outcome = .success(try await once(method, url, body, key, patience, renewing: hasNewToken))
            } catch { outcome = .failure(error) }
            var asked: Double?
            switch outcome {
            case .success(let answer) where answer.status == 401 && !hasNewToken:
                // A clock may have been set meanwhile.
                hasNewToken = true
                continue
            case .success(let answer):
                if answer.status == 409, answer.refusal(of: path).has("STATE_ERROR.REQUEST_RUNNING") {
                    // Nothing has failed: whoever did it before may have died, and it is done anew after a while.
                    let delay = Duration.seconds(answer.retryAfter ?? 5)
                    waited += delay
                    guard waited <= Self.longestRun else {
                        throw .notNow("\(server.base) still does the same request: try again later")
                    }
                    try await Self.wait(delay, outcome, server: server.base)
                    continue
                }
                guard RetryRules.isForAWhile(answer.status) else { return answer }
                asked = answer.retryAfter
            case .failure(let error): guard error.isForAWhile else { throw error }
            }
            failures += 1
            guard let delay = retries.delay(after: failures, asked: asked, share: .random(in: 0...1)) else {
                return try outcome.get()
            }
            try await Self.wait(delay, outcome, server: server.base)
        }
    }

    private func once(
        _ method: HTTPMethod, _ url: String, _ body: APIBody?, _ key: String?, _ patience: TimeAmount, renewing: Bool
    ) async throws(TransportError) -> ServerAnswer {
        var request = HTTPClientRequest(url: url)
        request.method = method
        request.headers.add(name: "authorization", value: "Bearer \(try await tokens.token(renewing: renewing))")
        request.headers.add(name: "accept", value: "application/json")
        request.headers.add(name: "user-agent", value: Self.userAgent)
        if let key { request.headers.add(name: "idempotency-key", value: key) }
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(body.bytes)
        }
        return try await Self.execute(request, by: client, within: patience, shown: server.base)
    }

    /// Sends a request once, and reads its answer.
    ///
    /// - `shown`: its address, for errors.
    static func execute(
        _ request: HTTPClientRequest, by client: HTTPClient, within patience: TimeAmount, shown: String
    ) async throws(TransportError) -> ServerAnswer {
        do {
            let response = try await client.execute(request, timeout: patience)
            let bytes = try await response.body.collect(upTo: largestDocument)
            return ServerAnswer(
                status: Int(response.status.code), body: Array(bytes.readableBytesView),
                retryAfter: response.headers.first(name: "retry-after"),
                entityTag: response.headers.first(name: "etag"))
        } catch { throw .connection(error, url: shown) }
    }

    /// Waits before the next try; whoever waits for longer is told why.
    static func wait(
        _ delay: Duration, _ outcome: Result<ServerAnswer, TransportError>, server: String
    ) async throws(TransportError) {
        if delay >= .seconds(5) {
            let reason =
                switch outcome {
                case .success(let answer): "\(server) answers \(answer.status)"
                case .failure(let error): "\(error)"
                }
            Console.standard.note("\(reason); trying again in \(Quantity.time(delay))")
        }
        do { try await Task.sleep(for: delay) } catch { throw .notNow("it was called off") }
    }

    private static func text(of query: [(String, String)]) -> String {
        guard !query.isEmpty else { return "" }
        func encoded(_ text: String) -> String {
            text.utf8.map { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: ","), UInt8(ascii: "~"):
                    String(UnicodeScalar(byte))
                default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
                }
            }.joined()
        }
        return "?" + query.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
    }
}
