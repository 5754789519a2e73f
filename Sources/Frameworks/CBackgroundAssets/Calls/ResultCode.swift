// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The codes of `ba_result`, as the header has them.
enum ResultCode: Int32, Sendable {
    case invalidArgument = 1
    case invalidUTF8 = 2
    case invalidHandle = 3
    case cancelled = 4
    case pending = 5
    case noResources = 6
    case packNotFound = 100
    case fileNotFound = 101
    case localAvailability = 102
    case pathInvalid = 103
    case readFailed = 104
    case readNotPermitted = 105
    case downloadCancelled = 106
    case outOfSpace = 107
    case serviceUnavailable = 200
    case notAttributed = 201
    case configurationInvalid = 202
    case manifestUnavailable = 203
    case manifestInvalid = 204
    case downloadFailed = 205
    case archiveInvalid = 206
    case downloadNotFound = 207
    case service = 299

    /// The `ba_domain`.
    var domain: Int32 {
        switch rawValue {
        case ..<100: 1
        case ..<200: 2
        default: 3
        }
    }

    /// As `ba_error_name()` has it.
    var name: String {
        let name = "\(self)"
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}
