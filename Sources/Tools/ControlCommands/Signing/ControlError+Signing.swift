// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BundleSigning
internal import SystemPackage
internal import SystemSupport

extension ControlError {
    /// What stands for a bundle that cannot be signed, or a key that cannot be used.
    init(_ error: SigningError) {
        switch error {
        case .keyMalformed: self = .malformed(error.description)
        case .bundle, .keyExposed, .unsignable: self = .configuration(error.description)
        case .teamExists: self = .cannotCreate(error.description)
        case .teamNotFound, .missing: self = .notFound(error.description)
        case .nameInvalid: self = .usage(error.description)
        case .cannotSign, .stopped: self = .programFailed(error.description)
        case .file(let error): self = error.errno == .fileExists ? .cannotCreate("\(error)") : .file(error)
        }
    }

    /// Does something whose only failure is that of signing.
    static func wrapping<Result>(_ body: () throws(SigningError) -> Result) throws(ControlError) -> Result {
        do { return try body() } catch { throw ControlError(error) }
    }
}
