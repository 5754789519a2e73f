// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A `ba_error`: it holds a reference to the error of each of its packs.
// @unchecked Sendable: the handles do not change after `init`.
final class ErrorObject: @unchecked Sendable {
    let error: InterfaceError
    let name: Text
    let message: Text
    let packID: Text?
    let failures: [OpaquePointer?]

    init(_ error: InterfaceError) {
        self.error = error
        name = Text(error.name)
        message = Text(error.message)
        packID = error.packID.map { Text($0) }
        failures = error.failures.map { Handles.add(ErrorObject($0)) }
    }

    deinit { for failure in failures { Handles.release(failure, as: ErrorObject.self) } }
}
