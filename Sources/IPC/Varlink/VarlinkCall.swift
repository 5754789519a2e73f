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
    ///
    /// - Throws: `invalidParameter`.
    package func parameters<Parameters: Decodable>(as type: Parameters.Type) throws(VarlinkError) -> Parameters {
        do {
            if let value = try JSONDecoder().decode(Envelope<Parameters>.self, from: message).parameters {
                return value
            }
            return try JSONDecoder().decode(Parameters.self, from: Data("{}".utf8))
        } catch { throw .invalidParameter(name: error.parameterName, reason: error.reason) }
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
