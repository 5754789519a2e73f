// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A call as it arrived: the method, how it wants its replies, and the bytes that its parameters are decoded from.
package struct VarlinkCall: Sendable {
    /// Fully qualified, as in `backgroundassets.v1.Apps.List`.
    package let method: String
    /// The caller takes several replies.
    package let more: Bool
    /// The caller takes no reply.
    package let oneway: Bool
    private let message: Data

    /// Reads the frame of a message.
    ///
    /// - Throws: `malformedMessage`.
    package init(message: [UInt8]) throws(VarlinkError) {
        let data = Data(message)
        let header: Header
        do { header = try JSONDecoder().decode(Header.self, from: data) } catch {
            throw .malformedMessage("not a Varlink call: \(error.reason)")
        }
        self.message = data
        method = header.method
        more = header.more ?? false
        oneway = header.oneway ?? false
    }

    /// Decodes the parameters; a call without any counts as one with an empty object.
    package func parameters<Parameters: Decodable>(as type: Parameters.Type) throws(VarlinkError) -> Parameters {
        do {
            if let value = try JSONDecoder().decode(Envelope<Parameters>.self, from: message).parameters {
                return value
            }
            return try JSONDecoder().decode(Parameters.self, from: Data("{}".utf8))
        } catch { throw .malformedMessage(error.reason) }
    }

    /// The bytes of a call, with its final NUL.
    package static func encode(
        method: String, parameters: some Encodable, more: Bool = false, oneway: Bool = false
    ) throws(VarlinkError) -> [UInt8] {
        try encodeMessage(
            Outgoing(
                method: method, parameters: parameters, more: more ? true : nil, oneway: oneway ? true : nil))
    }

    private struct Header: Decodable {
        var method: String
        var more: Bool?
        var oneway: Bool?
    }
    private struct Envelope<Parameters: Decodable>: Decodable { var parameters: Parameters? }
    private struct Outgoing<Parameters: Encodable>: Encodable {
        var method: String
        var parameters: Parameters
        var more: Bool?
        var oneway: Bool?
    }
}

/// A reply as it arrived.
package struct VarlinkReply: Sendable {
    /// More replies to the same call follow.
    package let continues: Bool
    private let message: Data

    /// Reads the frame of a message.
    ///
    /// - Throws: `remote` when the reply is an error, `malformedMessage`.
    package init(message: [UInt8]) throws(VarlinkError) {
        let data = Data(message)
        let header: Header
        do { header = try JSONDecoder().decode(Header.self, from: data) } catch {
            throw .malformedMessage("not a Varlink reply: \(error.reason)")
        }
        if let name = header.error { throw .remote(name: name, parameters: Self.parameterBytes(data)) }
        self.message = data
        continues = header.continues ?? false
    }

    /// Decodes the parameters; a reply without any counts as one with an empty object.
    package func parameters<Parameters: Decodable>(as type: Parameters.Type) throws(VarlinkError) -> Parameters {
        do {
            if let value = try JSONDecoder().decode(Envelope<Parameters>.self, from: message).parameters {
                return value
            }
            return try JSONDecoder().decode(Parameters.self, from: Data("{}".utf8))
        } catch { throw .malformedMessage(error.reason) }
    }

    /// The bytes of a reply, with its final NUL.
    package static func encode(_ parameters: some Encodable, continues: Bool = false) throws(VarlinkError) -> [UInt8] {
        try encodeMessage(Outgoing(parameters: parameters, continues: continues ? true : nil, error: nil))
    }

    /// The bytes of an error reply, with its final NUL.
    package static func encode(error: String, parameters: some Encodable) throws(VarlinkError) -> [UInt8] {
        try encodeMessage(Outgoing(parameters: parameters, continues: nil, error: error))
    }

    private struct Header: Decodable {
        var continues: Bool?
        var error: String?
    }
    private struct Envelope<Parameters: Decodable>: Decodable { var parameters: Parameters? }
    private struct Outgoing<Parameters: Encodable>: Encodable {
        var parameters: Parameters
        var continues: Bool?
        var error: String?
    }

    private static func parameterBytes(_ message: Data) -> [UInt8] {
        guard let object = try? JSONSerialization.jsonObject(with: message) as? [String: Any],
            let parameters = object["parameters"],
            let bytes = try? JSONSerialization.data(withJSONObject: parameters)
        else { return Array("{}".utf8) }
        return Array(bytes)
    }
}

private func encodeMessage(_ value: some Encodable) throws(VarlinkError) -> [UInt8] {
    do {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        var bytes = Array(try encoder.encode(value))
        bytes.append(0)
        return bytes
    } catch { throw .malformedMessage(error.reason) }
}

extension Error {
    /// What a decoder found wrong, with the key path and without Foundation's wrapping.
    fileprivate var reason: String {
        func text(_ path: [any CodingKey], _ reason: String) -> String {
            path.isEmpty ? reason : path.map(\.stringValue).joined(separator: ".") + ": " + reason
        }
        return switch self as? DecodingError {
        case .keyNotFound(let key, let context): text(context.codingPath, "the key \"\(key.stringValue)\" is missing")
        case .typeMismatch(_, let context), .dataCorrupted(let context), .valueNotFound(_, let context):
            text(context.codingPath, context.debugDescription)
        default: "\(self)"
        }
    }
}
