// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import SystemSupport

/// By what a developer's tools know this service: a UUID that stays for as long as its root does.
struct DeviceIdentity: Sendable {
    private static let fileName = "device"
    let layout: StoreLayout

    /// - Throws: when it is on no record yet and cannot be put there.
    func id() throws(SystemError) -> String {
        let root = try Directory(opening: layout.root)
        if root.exists(Self.fileName) {
            let known = try root.open(Self.fileName).readAll(limit: 64, subject: Self.fileName)
            if let id = UUID(uuidString: String(decoding: known, as: UTF8.self)) { return id.uuidString }
        }
        let id = UUID().uuidString
        try root.writeAtomically(Array(id.utf8), to: Self.fileName)
        return id
    }

    /// The name of the machine.
    static var name: String { ProcessInfo.processInfo.hostName }
}
