// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import SystemSupport

/// Signs requests to a store that speaks S3 (AWS Signature Version 4).
struct S3Signer: Sendable {
    private static let algorithm = "AWS4-HMAC-SHA256"
    /// For bodies that TLS looks after, and that are not read twice for a digest.
    static let unsignedPayload = "UNSIGNED-PAYLOAD"

    let credentials: S3Credentials
    let region: String

    /// The headers that make a request one of the owner of the credentials.
    ///
    /// - `payload`: the SHA-256 of the body in hexadecimal digits, or `unsignedPayload`.
    /// - `time`: seconds since 1970.
    func headers(
        _ method: String, host: String, path: String, query: [(String, String)], payload: String, time: Double
    ) -> [(String, String)] {
        let stamp = Stamp(time)
        var headers = [("host", host), ("x-amz-content-sha256", payload), ("x-amz-date", stamp.time)]
        if let token = credentials.sessionToken { headers.append(("x-amz-security-token", token)) }
        headers.sort { $0.0 < $1.0 }
        let signature = signature(
            method, path: path, query: query, headers: headers, payload: payload, stamp: stamp)
        let authorization =
            "\(Self.algorithm) Credential=\(credentials.accessKey)/\(scope(stamp)), "
            + "SignedHeaders=\(headers.map(\.0).joined(separator: ";")), Signature=\(signature)"
        return headers.filter { $0.0 != "host" } + [("authorization", authorization)]
    }

    /// The query that makes an address one that anybody may use, for as long as it holds.
    ///
    /// - `seconds`: at most a week.
    func presignedQuery(
        _ method: String, host: String, path: String, query: [(String, String)], seconds: Int, time: Double
    ) -> [(String, String)] {
        let stamp = Stamp(time)
        var query =
            query + [
                ("X-Amz-Algorithm", Self.algorithm), ("X-Amz-Credential", "\(credentials.accessKey)/\(scope(stamp))"),
                ("X-Amz-Date", stamp.time), ("X-Amz-Expires", "\(seconds)"), ("X-Amz-SignedHeaders", "host"),
            ]
        if let token = credentials.sessionToken { query.append(("X-Amz-Security-Token", token)) }
        let signature = signature(
            method, path: path, query: query, headers: [("host", host)], payload: Self.unsignedPayload, stamp: stamp)
        return query + [("X-Amz-Signature", signature)]
    }

    // MARK: Parts

    /// A moment, as signatures write it.
    private struct Stamp {
        let day: String
        let time: String

        init(_ seconds: Double) {
            var (time, parts) = (time_t(seconds), tm())
            gmtime_r(&time, &parts)
            func padded(_ number: Int32, _ width: Int = 2) -> String {
                let text = "\(number)"
                return String(repeating: "0", count: max(0, width - text.count)) + text
            }
            day = padded(parts.tm_year + 1900, 4) + padded(parts.tm_mon + 1) + padded(parts.tm_mday)
            self.time = day + "T" + padded(parts.tm_hour) + padded(parts.tm_min) + padded(parts.tm_sec) + "Z"
        }
    }

    private func scope(_ stamp: Stamp) -> String { "\(stamp.day)/\(region)/s3/aws4_request" }

    private func signature(
        _ method: String, path: String, query: [(String, String)], headers: [(String, String)], payload: String,
        stamp: Stamp
    ) -> String {
        let request = [
            method, Self.encoded(path, isPath: true), Self.encodedQuery(query),
            headers.map { "\($0.0):\($0.1)\n" }.joined(), headers.map(\.0).joined(separator: ";"), payload,
        ].joined(separator: "\n")
        let text = [
            Self.algorithm, stamp.time, scope(stamp), Hexadecimal.text(SHA256.hash(data: Data(request.utf8))),
        ].joined(separator: "\n")
        var key = SymmetricKey(data: Data("AWS4\(credentials.secretKey)".utf8))
        for part in [stamp.day, region, "s3", "aws4_request"] {
            key = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: key))
        }
        return Hexadecimal.text(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
    }

    /// In the order and the spelling that signatures want.
    static func encodedQuery(_ query: [(String, String)]) -> String {
        query.map { (encoded($0.0), encoded($0.1)) }.sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }
            .joined(separator: "&")
    }

    /// Everything but unreserved characters in percent signs.
    static func encoded(_ text: String, isPath: Bool = false) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: "/") where isPath: result += "/"
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
            }
        }
        return result
    }
}
