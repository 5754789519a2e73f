// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HTTPTypes

/// What a request's path and query ask for.
///
/// A path is compared and an ID is looked up, never opened as a file: nothing in a URL can leave what is published.
package enum DeliveryTarget: Equatable, Sendable {
    case manifest(ManifestForm)
    /// The last component of `/assets/…`: a pack's ID, or that of its blocks.
    case asset(name: String, version: Int?)

    /// - Parameters:
    ///   - path: as it stands in the request, still percent-encoded.
    ///   - query: what follows the question mark, still percent-encoded.
    /// - Throws: a problem with 404 or 400.
    package init(path: String, query: String?) throws(DeliveryProblem) {
        let parameters = try Self.parameters(query)
        if path == "/manifest" {
            self = .manifest(ManifestForm(platformParameter: parameters["platform"]))
            return
        }
        let prefix = "/assets/"
        guard path.hasPrefix(prefix), let name = Self.decoded(path.dropFirst(prefix.count)),
            IdentifierRule.allows(name)
        else {
            throw DeliveryProblem(
                .notFound, "nothing is served at this path: there is /manifest, and /assets/ with a pack's ID")
        }
        var version: Int?
        if let text = parameters["version"] {
            guard let number = Int(text), number >= 0 else {
                throw DeliveryProblem(.badRequest, "the parameter version must be a whole number")
            }
            version = number
        }
        self = .asset(name: name, version: version)
    }

    /// The first value of each name; what cannot be decoded counts as text.
    private static func parameters(_ query: String?) throws(DeliveryProblem) -> [String: String] {
        var parameters: [String: String] = [:]
        for pair in (query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = decoded(parts[0]) ?? String(parts[0])
            let value = parts.count > 1 ? decoded(parts[1]) ?? String(parts[1]) : ""
            if let earlier = parameters[name], earlier != value {
                throw DeliveryProblem(.badRequest, "a parameter is given twice with different values")
            }
            parameters[name] = value
        }
        return parameters
    }

    /// Resolves percent-encoding; nil when it is broken or does not come to UTF-8.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimalValue),
                let low = rest.popFirst().flatMap(hexadecimalValue)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexadecimalValue(_ digit: UInt8) -> UInt8? {
        Character(UnicodeScalar(digit)).hexDigitValue.map { UInt8($0) }
    }
}
