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
    /// It has ended.
    case expired(at: Date, now: Date)
    /// It has not begun.
    case notYetValid(until: Date, now: Date)
    /// It is good by its dates, and another one has ended that the server sends to lead from it to its authority.
    case chainExpired(at: Date, now: Date)
    /// It is for other hosts.
    case wrongHost(String, names: [String])
    /// The server did not show it a second time.
    case unknown

    private static let largestNameCount = 5
    private static let longestName = 100

    /// What keeps a chain from being trusted that was refused for its signatures or its dates.
    ///
    /// - `chain`: the server's certificate first, as it sent them; nothing about them is proved.
    init(refused chain: [NIOSSLCertificate], now: Date) {
        let time = time_t(now.timeIntervalSince1970)
        guard let own = chain.first else {
            self = .unknown
            return
        }
        if own.notValidAfter < time {
            self = .expired(at: Self.date(own.notValidAfter), now: now)
        } else if own.notValidBefore > time {
            self = .notYetValid(until: Self.date(own.notValidBefore), now: now)
        } else if let ended = chain.map(\.notValidAfter).min(), ended < time {
            self = .chainExpired(at: Self.date(ended), now: now)
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
        case .chainExpired(let end, let now):
            // It need not be the cause: servers send expired ones for the sake of old clients.
            "a certificate that it sends with its own expired at \(Self.text(end)) (the clock of this machine shows "
                + "\(Self.text(now))), or the authority is one that this service does not know: the server needs a new "
                + "chain. \(Self.trustAdvice)"
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

    private static func date(_ time: time_t) -> Date { Date(timeIntervalSince1970: Double(time)) }

    private static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}
