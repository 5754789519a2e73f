// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The bytes of a message, with its final NUL.
func encodeMessage(_ value: some Encodable) throws(VarlinkError) -> [UInt8] {
    do {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        var bytes = Array(try encoder.encode(value))
        bytes.append(0)
        return bytes
    } catch { throw .malformedMessage("\(error)") }
}

/// Decodes a message, or what is in one; whatever a type's own decoding throws is told as a decoder's finding.
func decodeMessage<Value: Decodable>(_ type: Value.Type, from data: Data) throws(DecodingError) -> Value {
    do { return try JSONDecoder().decode(type, from: data) } catch let error as DecodingError { throw error } catch {
        throw .dataCorrupted(.init(codingPath: [], debugDescription: "\(error)"))
    }
}

extension DecodingError {
    /// What was found wrong, with the key path and without Foundation's wrapping.
    var reason: String {
        func text(_ path: [any CodingKey], _ reason: String) -> String {
            path.isEmpty ? reason : path.map(\.stringValue).joined(separator: ".") + ": " + reason
        }
        return switch self {
        case .keyNotFound(let key, let context): text(context.codingPath, "the key \"\(key.stringValue)\" is missing")
        case .typeMismatch(_, let context), .dataCorrupted(let context), .valueNotFound(_, let context):
            text(context.codingPath, context.debugDescription)
        @unknown default: "\(self)"
        }
    }

    /// The parameter of a call that a decoder stopped at, as a key path within the parameters.
    var parameterName: String {
        let path: [any CodingKey] =
            switch self {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .typeMismatch(_, let context), .dataCorrupted(let context), .valueNotFound(_, let context):
                context.codingPath
            @unknown default: []
            }
        // A place in an array has no name.
        let names = path.filter { $0.intValue == nil }.map(\.stringValue)
        let inside = names.first == "parameters" ? Array(names.dropFirst()) : names
        return inside.isEmpty ? "parameters" : inside.joined(separator: ".")
    }
}
