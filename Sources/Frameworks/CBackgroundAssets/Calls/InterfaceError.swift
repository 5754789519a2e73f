// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Why a call of the C interface failed.
struct InterfaceError: Error, Sendable {
    let code: ResultCode
    /// A stable name of the cause.
    let name: String
    /// What happened, to which app or pack, and what to do.
    let message: String
    let packID: String?
    /// The error of each pack that is not available.
    let failures: [InterfaceError]

    init(
        _ code: ResultCode, _ message: String, name: String? = nil, packID: String? = nil,
        failures: [InterfaceError] = []
    ) {
        self.code = code
        self.name = name ?? code.name
        self.message = message
        self.packID = packID
        self.failures = failures
    }

    static let cancelled = InterfaceError(
        .cancelled, "The operation was cancelled: what the service was asked for may go on.")
    static let pending = InterfaceError(
        .pending, "The operation is not over: wait for it, or for its completion.")
    static func noThread(_ reason: String) -> InterfaceError {
        InterfaceError(.noResources, "There can be no thread for callbacks (\(reason)): end others.")
    }
}
