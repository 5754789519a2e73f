// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Whole numbers, texts and null as they are in JSON; the rest says what it is.
extension SQLValue: Codable {
    private enum CodingKeys: String, CodingKey { case real, base64 }

    package init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {
            if let real = try container.decodeIfPresent(Double.self, forKey: .real) {
                self = .real(real)
            } else {
                self = .bytes([UInt8](try container.decode(Data.self, forKey: .base64)))
            }
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .integer(try container.decode(Int64.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .null, .integer, .text:
            var container = encoder.singleValueContainer()
            switch self {
            case .integer(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            default: try container.encodeNil()
            }
        case .real(let number):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(number, forKey: .real)
        case .bytes(let bytes):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(Data(bytes), forKey: .base64)
        }
    }
}
