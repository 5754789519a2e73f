// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NIOCore
internal import NIOHTTP1

/// What a server says in the body of an answer that is not what was asked for: `error` of those that this project's hosts give,
/// `detail` of RFC 9457's.
struct RefusalBody: Sendable {
    private struct Problem: Decodable {
        let error: String?
        let detail: String?
    }

    /// Bytes of the longest that is read: it may list what there is.
    private static let limit = 32 << 10
    /// Code points.
    private static let longestReason = 400
    private var bytes: [UInt8] = []

    /// nil for one that nothing could be made of, and need not be read.
    init?(_ fields: HTTPHeaders) {
        let type = fields.first(name: "Content-Type")?.prefix { $0 != ";" }.lowercased()
        guard ["application/json", "application/problem+json"].contains(type?.trimmingCharacters(in: .whitespaces)),
            !fields.contains(name: "Content-Encoding"),
            fields.first(name: "Content-Length").flatMap({ Int($0) }) ?? 0 <= Self.limit
        else { return nil }
    }

    /// - Returns: false when it is too long.
    mutating func take(_ part: ByteBuffer) -> Bool {
        guard bytes.count + part.readableBytes <= Self.limit else { return false }
        bytes += part.readableBytesView
        return true
    }

    /// What it says, as one line; nil when that cannot be made out.
    var reason: String? {
        guard let problem = try? JSONDecoder().decode(Problem.self, from: Data(bytes)),
            let text = problem.error ?? problem.detail
        else { return nil }
        let scalars = text.unicodeScalars.lazy.map { Self.isPlain($0) ? $0 : " " }
        let line = String(String.UnicodeScalarView(scalars.prefix(Self.longestReason)))
        return line.contains { !$0.isWhitespace } ? line + (scalars.count > Self.longestReason ? "…" : "") : nil
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !scalar.properties.isBidiControl
        }
    }
}
