// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Foundation
internal import SystemSupport

/// What a host knows this device by: the same each time, so that a phased release stays where it was, and another for each app and
/// host, so that nobody can follow a device from one to the other.
enum DeviceName {
    /// - `device`: the identifier of the device, which is never told.
    static func name(of device: String, app bundleID: String, host: String) -> String {
        let digest = SHA256.hash(data: Data("\(device)\0\(bundleID)\0\(host)".utf8))
        return Hexadecimal.text(Array(digest.prefix(16)))
    }
}
