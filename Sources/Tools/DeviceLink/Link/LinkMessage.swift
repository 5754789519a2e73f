// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NIOCore

/// What machines say to each other: calls and replies in the form of Varlink.
enum LinkMessage {
    static let request = "backgroundassets.v1.Pairing.Request"
    static let confirm = "backgroundassets.v1.Pairing.Confirm"
    static let declined = "backgroundassets.v1.Pairing.Declined"
    /// Not now: it has too many connections, or is being paired with another machine.
    static let busy = "backgroundassets.v1.Pairing.Busy"
    /// All that a paired machine may call.
    static let permitted = "backgroundassets.v1.Debug."

    struct Call: Decodable { var method: String }

    struct Request: Codable {
        struct Parameters: Codable { var name: String }
        var method: String
        var parameters: Parameters
    }

    struct Accepted: Codable {
        struct Parameters: Codable {
            var id: String
            var name: String
        }
        /// nil in a refusal.
        var parameters: Parameters?
        var error: String?
    }

    struct Confirmation: Codable { var method: String }

    struct NotFound: Encodable {
        struct Parameters: Encodable { var method: String }
        var error = "org.varlink.service.MethodNotFound"
        var parameters: Parameters
    }

    static func decode<Value: Decodable>(_ message: [UInt8], as type: Value.Type) -> Value? {
        try? JSONDecoder().decode(type, from: Data(message))
    }

    static func encode(_ value: some Encodable) throws -> ByteBuffer {
        var buffer = ByteBuffer(bytes: try JSONEncoder().encode(value))
        buffer.writeInteger(UInt8(0))
        return buffer
    }

    /// A name that another machine has sent, for a terminal: no more than one can read, and nothing that it would obey.
    static func shown(_ name: String) -> String {
        let kept = name.unicodeScalars.prefix(64).filter { $0.properties.generalCategory != .control && $0.isASCII }
        return kept.isEmpty ? "?" : String(String.UnicodeScalarView(kept))
    }
}
