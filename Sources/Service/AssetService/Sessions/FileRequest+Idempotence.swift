// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface

extension FileRequest {
    private static let idempotentMethods: Set = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]

    /// Whether it does no more when it is sent twice (RFC 9110, 9.2.2).
    var isIdempotent: Bool { Self.idempotentMethods.contains(method.uppercased()) }
}
