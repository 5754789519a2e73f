// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import NIOCore
internal import NIOSSL

/// What is wrong with the certificate of a server, and what mends it.
enum CertificateProblem: Equatable, CustomStringConvertible {
    /// It was not signed by an authority that this service knows.
    case unknownAuthority
    /// It, or one of those between it and its authority, has ended.
    case expired(at: Date, now: Date)
    /// It, or one of those between it and its authority, has not begun.
    case notYetValid(until: Date, now: Date)
    /// It is for other hosts.
    case wrongHost(String, names: [String])
    /// The server did not show it a second time.
    case unknown

    private static let largestNameCount = 5
    private static let longestName = 100

    /// What keeps a chain from being trusted that was refused for its signatures or its dates.
    ///
    /// - Parameter chain: the server's certificate first, as it sent them; nothing about them is proved.
    init(refused chain: [NIOSSLCertificate], now: Date) {
        let time = time_t(now.timeIntervalSince1970)
        if chain.isEmpty {
            self = .unknown
        } else if let ended = chain.map(\.notValidAfter).min(), ended < time {
            self = .expired(at: Date(timeIntervalSince1970: Double(ended)), now: now)
        } else if let begins = chain.map(\.notValidBefore).max(), begins > time {
            self = .notYetValid(until: Date(timeIntervalSince1970: Double(begins)), now: now)
        } else {
            self = .unknownAuthority
        }
    }

    /// The names that a certificate has, for people to read.
    static func names(of certificate: NIOSSLCertificate) -> [String] {
        let names = certificate._subjectAlternativeNames().compactMap { name -> String? in
            switch name.nameType {
            case .dnsName:
                // A stranger wrote them: nothing that a terminal would obey, and no more than one can read.
                let text = String(decoding: name.contents, as: UTF8.self)
                return text.utf8.count <= longestName && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
                    ? text : nil
            case .ipAddress:
                return try? SocketAddress(packedIPAddress: ByteBuffer(bytes: name.contents), port: 0).ipAddress
            default: return nil
            }
        }
        return names.count > largestNameCount
            ? names.prefix(largestNameCount) + ["\(names.count - largestNameCount) more"] : names
    }

    var description: String {
        switch self {
        case .unknownAuthority:
            "its certificate is signed by an authority that this service does not know. \(Self.trustAdvice)"
        case .expired(let end, let now):
            "its certificate expired at \(Self.text(end)): the server needs a new one, or the clock of this machine is "
                + "wrong, which shows \(Self.text(now))"
        case .notYetValid(let begin, let now):
            "its certificate is not valid before \(Self.text(begin)): the server needs another one, or the clock of "
                + "this machine is wrong, which shows \(Self.text(now))"
        case .wrongHost(let host, let names):
            "its certificate is not for this host, \(host)"
                + (names.isEmpty ? "" : ", but for \(names.joined(separator: ", "))")
                + ": the server needs one that names \(host), or the address is wrong"
        case .unknown:
            "its certificate is signed by an unknown authority, has expired, or is otherwise invalid. "
                + Self.trustAdvice
        }
    }

    private static let trustAdvice =
        "If it is a ba-serve of this machine, `ba trust` makes this service trust it; for another of yours, "
        + "`ba trust CA.pem` with the authority that signed it"

    private static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}
