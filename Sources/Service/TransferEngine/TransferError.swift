// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AppleArchive
package import SystemSupport

/// Why something could not be fetched: what happened at which address, and whether trying again can help.
package enum TransferError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The address is none that may be fetched.
    case invalidURL(String, reason: String)
    /// The request cannot be sent.
    case invalidRequest(url: String, reason: String)
    /// No connection could be made or kept: offline, refused, reset.
    case connection(url: String, reason: String)
    /// Nobody knows the host by its name: offline, or no such name.
    case hostUnknown(url: String, host: String)
    /// A proxy stands between, and makes no way to the server. The reason goes on where its name ends.
    case proxy(url: String, proxy: String, reason: String)
    /// The proxy lets nobody through who does not say who asks.
    case proxyAuthentication(url: String, proxy: String, reason: String)
    /// The server could not prove who it is. The reason says what is wrong, and what mends it.
    case untrusted(url: String, reason: String)
    /// The server answered with a status other than success. `retryAfter` is in seconds, `reason` what the server says of it.
    case status(url: String, code: Int, retryAfter: Int?, reason: String? = nil)
    /// The app was asked by its server, through the system, and wants nothing more of it.
    case authenticationCancelled(url: String, reason: String)
    /// The server gives nothing to those who show no certificate.
    case clientCertificateRequired(url: String)
    /// The server does not take the certificate that its app has given.
    case clientCertificateRejected(url: String)
    /// The server asks something that only the app can answer, and it could not be asked.
    case challengeUnanswered(url: String, reason: String)
    /// Redirects led nowhere: too many, or to an address that is not allowed.
    case redirect(url: String, reason: String)
    /// Nothing, or too little, has arrived for too long.
    case stalled(url: String)
    /// The file was replaced while it was being fetched.
    case replaced(url: String)
    /// The body is longer than was declared or is allowed.
    case tooLarge(url: String, limit: Int64)
    /// The headers of an answer are longer than any that is taken.
    case headersTooLarge(url: String, limit: Int)
    /// The file is not of the size that the app has declared.
    case sizeDiffers(url: String, declared: Int64, actual: Int64)
    /// The host is none from which its app may fetch anything before its first launch.
    case hostNotPermitted(url: String, host: String)
    /// Nothing is left of what its app may fetch before its first launch.
    case allowanceUsedUp(url: String)
    /// There is more than its app may fetch before its first launch.
    case allowanceExceeded(url: String)
    /// The body ended too early.
    case truncated(url: String, expected: Int64, received: Int64)
    /// What arrived does not have the digest that the manifest gives.
    case digestMismatch(url: String, what: String)
    /// The `blocks` file cannot be used.
    case blocks(url: String, reason: String)
    /// The archive cannot be read or holds what it must not.
    case archive(url: String, ArchiveError)
    /// The archive holds another pack than the one that was asked for.
    case wrongPack(url: String, expected: String, found: String)
    /// A text that is to be trusted holds no certificate, or one that cannot be read.
    case certificate(reason: String)
    /// The disk is full, or would be.
    case outOfSpace(path: String, needed: Int64, available: Int64)
    /// An empty disk would not hold it.
    case diskTooSmall(path: String, needed: Int64, capacity: Int64)
    /// A file of the store cannot be written.
    case file(SystemError)
    /// The caller took the transfer back.
    case cancelled

    package var description: String {
        switch self {
        case .invalidURL(let url, let reason): "\(url) cannot be fetched: \(reason)"
        case .invalidRequest(let url, let reason): "\(url) cannot be asked for: \(reason)"
        case .connection(let url, let reason): "no connection for \(url): \(reason)"
        case .hostUnknown(let url, let host): "no connection for \(url): no address of \(host) is known"
        case .proxy(let url, let proxy, let reason): "no connection for \(url): the proxy \(proxy) \(reason)"
        case .proxyAuthentication(let url, let proxy, let reason):
            "\(url) is not fetched: the proxy \(proxy) \(reason)"
        case .untrusted(let url, let reason):
            "the server of \(url) is not trusted: \(reason)"
        case .certificate(let reason): reason
        case .status(let url, let code, let retryAfter, let reason):
            "\(url) answered with status \(code)" + (retryAfter.map { ", to be asked again in \($0) s" } ?? "")
                + (reason.map { ": \($0)" } ?? "")
        case .authenticationCancelled(let url, let reason): "\(url) is not fetched: \(reason)"
        case .clientCertificateRequired(let url):
            "\(url) is given only to those who show a certificate: its app must answer the challenge with one"
        case .clientCertificateRejected(let url):
            "\(url) is not given to who shows this certificate: its app must answer the challenge with another"
        case .challengeUnanswered(let url, let reason): "\(url) waits for its app: \(reason)"
        case .redirect(let url, let reason): "\(url) was redirected in vain: \(reason)"
        case .stalled(let url): "\(url) sent too little for too long"
        case .replaced(let url): "\(url) was replaced by another file in the midst of the transfer"
        case .tooLarge(let url, let limit): "\(url) sent more than \(limit) bytes"
        case .headersTooLarge(let url, let limit): "\(url) answered with headers of more than \(limit) bytes"
        case .sizeDiffers(let url, let declared, let actual):
            "\(url) has \(actual) bytes, and \(declared) were declared: the file size of an essential download must be exact"
        case .hostNotPermitted(let url, let host):
            "\(url) is not fetched before the app's first launch: \(host) is not in its BADownloadDomainAllowList"
        case .allowanceUsedUp(let url):
            "\(url) is not fetched before the app's first launch: nothing is left of what it may fetch"
        case .allowanceExceeded(let url):
            "\(url) brings more than is left of what the app may fetch before its first launch, by "
                + "BADownloadAllowance or BAEssentialDownloadAllowance in BAInitialDownloadRestrictions"
        case .truncated(let url, let expected, let received):
            "\(url) ended after \(received) of \(expected) bytes"
        case .digestMismatch(let url, let what): "\(what) from \(url) does not match its SHA-256 in the manifest"
        case .blocks(let url, let reason): "the blocks file \(url) cannot be used: \(reason)"
        case .archive(let url, let error): "the archive \(url) is refused: \(error)"
        case .wrongPack(let url, let expected, let found):
            "the archive \(url) holds the pack \(found), and \(expected) was asked for"
        case .outOfSpace(_, let needed, let available):
            "the disk has \(ByteCount.text(available)) free, and \(ByteCount.text(needed)) are needed: free some (`ba storage` shows what can go)"
        case .diskTooSmall(_, let needed, let capacity):
            "the disk has \(ByteCount.text(capacity)) in all, and \(ByteCount.text(needed)) are needed: no room can be made for it there"
        case .file(let error): error.description
        case .cancelled: "it was cancelled"
        }
    }

    /// What a scheduler does about it.
    package enum Remedy: Equatable, Sendable {
        /// Trying again later can help; not before `after` seconds when the server said so.
        case retry(after: Int?)
        /// It is gone for good, or was never right: report at once.
        case giveUp
        /// What was staged does not fit what the server has: throw it away, fetch the manifest again, start over.
        case startOver
        /// Wait until the disk has so many bytes free, the reserve included.
        case waitForSpace(needed: Int64)

        /// Whether trying again is all that it takes.
        package var isRetry: Bool { if case .retry = self { true } else { false } }

        /// Seconds after which the server wants to be asked again, when it says so.
        package var retryAfter: Int? { if case .retry(let after) = self { after } else { nil } }

        /// Whether the disk is at fault.
        package var waitsForSpace: Bool { if case .waitForSpace = self { true } else { false } }

        /// Whether the same request may succeed at another time.
        package var mayHelpLater: Bool {
            switch self {
            case .retry, .waitForSpace: true
            case .giveUp, .startOver: false
            }
        }
    }

    /// What to do about it.
    package var remedy: Remedy {
        switch self {
        case .connection, .hostUnknown, .proxy, .stalled, .truncated, .challengeUnanswered: .retry(after: nil)
        case .status(_, let code, let retryAfter, _):
            switch code {
            case 408, 425, 429, 500...599: .retry(after: retryAfter)
            case 412, 416: .startOver
            default: .giveUp
            }
        case .digestMismatch, .tooLarge, .blocks, .wrongPack, .archive, .replaced: .startOver
        case .outOfSpace(_, let needed, _): .waitForSpace(needed: needed)
        // How much is needed is not known: enough to go on for a while.
        case .file(let error): error.isOutOfSpace ? .waitForSpace(needed: 2 * DiskSpace.reserve) : .giveUp
        case .invalidURL, .invalidRequest, .untrusted, .redirect, .cancelled, .diskTooSmall, .certificate, .sizeDiffers,
            .hostNotPermitted, .allowanceUsedUp, .allowanceExceeded, .authenticationCancelled,
            .clientCertificateRequired, .clientCertificateRejected, .proxyAuthentication, .headersTooLarge:
            .giveUp
        }
    }

    /// Whether a newer manifest would explain it: the server has something else at the address than the entry says, or
    /// nothing any more.
    package var suggestsNewerManifest: Bool {
        switch self {
        case .status(_, let code, _, _): remedy == .startOver || [403, 404, 410].contains(code)
        default: remedy == .startOver
        }
    }

    /// Whether the network, rather than server or content, is at fault.
    package var isConnectivity: Bool {
        switch self {
        case .connection, .hostUnknown, .proxy, .stalled: true
        default: false
        }
    }
}
