// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import FoundationNetworking
import HostingModel
import HostingStorage
import Testing

/// A program that signs its requests.
struct HostClient {
    let server: HostServer
    let keyID: String
    let privateKey: String

    struct Answer {
        let status: Int
        let fields: [String: String]
        let text: String

        /// The value at a path of keys and places.
        subscript(_ path: String) -> Any? {
            var value: Any? = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            for part in path.split(separator: "/") {
                if let index = Int(part), let array = value as? [Any] {
                    value = array.indices.contains(index) ? array[index] : nil
                } else {
                    value = (value as? [String: Any])?[String(part)]
                }
            }
            return value
        }

        func string(_ path: String) -> String? { self[path] as? String }
        func strings(_ path: String, _ key: String) -> [String] {
            (self[path] as? [[String: Any]])?.compactMap { element in
                key.split(separator: "/").reduce(element as Any?) { ($0 as? [String: Any])?[String($1)] } as? String
            } ?? []
        }
    }

    func token(_ change: (inout [String: any Sendable]) -> Void = { _ in }, kid: String? = nil) async throws -> String {
        let now = server.clock.now.seconds
        var claims: [String: any Sendable] = [
            "iss": server.issuer, "aud": "appstoreconnect-v1", "iat": now, "exp": now + 600.5,
        ]
        change(&claims)
        return try Self.sign(
            header: ["alg": "ES256", "kid": kid ?? keyID, "typ": "JWT"], claims: claims, privateKey: privateKey)
    }

    /// By hand, so that tokens can be wrong.
    static func sign(
        header: [String: any Sendable], claims: [String: any Sendable], privateKey: String
    ) throws -> String {
        let parts = try [header, claims].map { encode(try JSONSerialization.data(withJSONObject: $0)) }
        let text = parts.joined(separator: ".")
        let key = try P256.Signing.PrivateKey(pemRepresentation: privateKey)
        return text + "." + encode(try key.signature(for: Data(text.utf8)).rawRepresentation)
    }

    static func encode(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    // MARK: Requests

    func get(_ path: String) async throws -> Answer { try await send("GET", path) }

    func post(
        _ type: String, _ attributes: [String: any Sendable] = [:], _ relationships: [String: (String, String)] = [:]
    ) async throws -> Answer {
        try await send("POST", "/v1/" + type, json: Self.document(type, nil, attributes, relationships))
    }

    func patch(_ type: String, _ id: String, _ attributes: [String: any Sendable]) async throws -> Answer {
        try await send("PATCH", "/v1/\(type)/\(id)", json: Self.document(type, id, attributes, [:]))
    }

    private static func document(
        _ type: String, _ id: String?, _ attributes: [String: any Sendable], _ relationships: [String: (String, String)]
    ) throws -> Data {
        var data: [String: any Sendable] = ["type": type]
        if let id { data["id"] = id }
        if !attributes.isEmpty { data["attributes"] = attributes }
        if !relationships.isEmpty {
            data["relationships"] = relationships.mapValues { ["data": ["type": $0.0, "id": $0.1]] }
        }
        return try JSONSerialization.data(withJSONObject: ["data": data])
    }

    func send(
        _ method: String, _ path: String, json: Data? = nil, contentType: String = "application/json",
        authorization: String? = nil, fields more: [String: String] = [:]
    ) async throws -> Answer {
        let url = try #require(URL(string: path.hasPrefix("http") ? path : server.base + path))
        var request = URLRequest(url: url)
        request.httpMethod = method
        let field: String
        if let authorization { field = authorization } else { field = "Bearer " + (try await token()) }
        if !field.isEmpty { request.setValue(field, forHTTPHeaderField: "Authorization") }
        for (name, value) in more { request.setValue(value, forHTTPHeaderField: name) }
        if let json {
            request.httpBody = json
            request.setValue(contentType, forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        let answer = try #require(response as? HTTPURLResponse)
        var fields: [String: String] = [:]
        for (name, value) in answer.allHeaderFields { fields["\(name)".lowercased()] = "\(value)" }
        return Answer(status: answer.statusCode, fields: fields, text: String(decoding: data, as: UTF8.self))
    }
}
