// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemSupport
internal import ToolSupport

/// What a command of `ba-transport` can end with.
enum TransportError: ToolFailure, Equatable {
    /// What is said by an option, or in its place by the environment.
    case setting(String, String)
    /// There is no key, or what should be one is none.
    case key(String)
    case unreachable(url: String, reason: String)
    /// The certificate of a server is none that is trusted.
    case untrusted(url: String, reason: String)
    case refused(APIRefusal)
    /// The place at which a part was to be put does not take it.
    case partRefused(APIRefusal)
    /// An answer that makes no sense.
    case nonsense(String)
    case notFound(String)
    case archive(String, ToolExitCode)
    /// The archive is not what it was when it was read first.
    case changed(path: String)
    /// Somebody else is at it, or it takes too long.
    case notNow(String)
    /// Something at the server has to be dealt with first.
    case inTheWay(String)
    /// The server has not got what is asked for.
    case unsupported(String)
    /// The host could not process a version.
    case processingFailed(String)
    case rejected(String)
    /// Somebody has called off what was waited for.
    case calledOff(String)
    case system(SystemError)
    /// Of several packs some have failed, of which has been told.
    case several(String, ToolExitCode)
    case fault(String)

    var exitCode: ToolExitCode {
        switch self {
        case .setting: .usage
        case .key: .configuration
        case .unreachable, .untrusted: .unavailable
        case .refused(let refusal) where refusal.isForeign: .protocolViolation
        case .refused(let refusal), .partRefused(let refusal): refusal.exitCode
        case .nonsense: .protocolViolation
        case .notFound: .noInput
        case .archive(_, let code), .several(_, let code): code
        case .changed, .notNow: .temporaryFailure
        case .unsupported, .calledOff: .failure
        case .inTheWay: .badInput
        case .processingFailed: .processingFailed
        case .rejected: .rejected
        case .system(let error): error.operation == "open" ? .noInput : .inputOutput
        case .fault: .software
        }
    }

    /// Whether another has got in the way at the same time.
    var isConflict: Bool {
        switch self {
        case .refused(let refusal): refusal.status == 409
        case .inTheWay: true
        default: false
        }
    }

    var description: String {
        switch self {
        case .setting(let option, let reason): "\(option): \(reason)"
        case .unreachable(let url, let reason): "\(url) cannot be reached: \(reason)"
        case .untrusted(let url, let reason):
            "\(url) is not trusted: \(reason); --trust names the certificate of an authority of your own"
        case .refused(let refusal) where refusal.isForeign:
            "what answers is no such server, or has another address: \(refusal)"
        case .refused(let refusal): refusal.description
        case .partRefused(let refusal): "\(refusal); the same command goes on with the upload"
        case .changed(let path): "\(path) has changed since it was read first; nothing of it was committed"
        case .system(let error): error.description
        case .key(let text), .nonsense(let text), .notFound(let text), .archive(let text, _), .notNow(let text),
            .inTheWay(let text), .unsupported(let text), .processingFailed(let text), .rejected(let text),
            .calledOff(let text),
            .several(let text, _),
            .fault(let text):
            text
        }
    }

    /// Whatever something untyped, as a group of tasks, has thrown.
    init(_ error: any Error) {
        switch error {
        case let error as TransportError: self = error
        case let error as SystemError: self = .system(error)
        case let error as any ToolFailure: self = .archive(error.description, error.exitCode)
        default: self = .fault("\(error)")
        }
    }
}
