// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

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
        do throws(DecodingError) { header = try decodeMessage(Header.self, from: data) } catch {
            throw .malformedMessage("not a Varlink reply: \(error.reason)")
        }
        if let name = header.error { throw .remote(name: name, parameters: Self.parameterBytes(data)) }
        self.message = data
        continues = header.continues ?? false
    }

    /// Decodes the parameters; a reply without any counts as one with an empty object.
    package func parameters<Parameters: Decodable>(as type: Parameters.Type) throws(VarlinkError) -> Parameters {
        do throws(DecodingError) {
            if let value = try decodeMessage(Envelope<Parameters>.self, from: message).parameters { return value }
            return try decodeMessage(Parameters.self, from: Data("{}".utf8))
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
