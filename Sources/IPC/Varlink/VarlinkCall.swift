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
    private let hasObject: Bool

    /// Reads the frame of a message.
    ///
    /// - Throws: `malformedMessage`.
    package init(message: [UInt8]) throws(VarlinkError) {
        let data = Data(message)
        let header: Header
        do throws(DecodingError) { header = try decodeMessage(Header.self, from: data) } catch {
            throw .malformedMessage("not a Varlink call: \(error.reason)")
        }
        self.message = data
        method = header.method
        more = header.more ?? false
        oneway = header.oneway ?? false
        hasObject = header.parameters?.isObject ?? true
    }

    /// Decodes the parameters; a call without any counts as one with an empty object.
    ///
    /// - Throws: `invalidParameter`.
    package func parameters<Parameters: Decodable>(as type: Parameters.Type) throws(VarlinkError) -> Parameters {
        guard hasObject else { throw .invalidParameter(name: "parameters", reason: "they must be an object") }
        do throws(DecodingError) {
            if let value = try decodeMessage(Envelope<Parameters>.self, from: message).parameters { return value }
            return try decodeMessage(Parameters.self, from: Data("{}".utf8))
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
        var parameters: Shape?
    }
    /// Whether a value is an object, which the decoding of a type without properties does not ask.
    private struct Shape: Decodable {
        private enum NoKey: CodingKey {}
        let isObject: Bool

        init(from decoder: any Decoder) {
            do {
                _ = try decoder.container(keyedBy: NoKey.self)
                isObject = true
            } catch { isObject = false }
        }
    }
    private struct Envelope<Parameters: Decodable>: Decodable { var parameters: Parameters? }
    private struct Outgoing<Parameters: Encodable>: Encodable {
        var method: String
        var parameters: Parameters
        var more: Bool?
        var oneway: Bool?
    }
}
