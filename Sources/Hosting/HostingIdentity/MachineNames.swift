// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import NIOCore

/// The names and addresses that this machine has by itself.
package enum MachineNames {
    /// `localhost` and the loopback addresses.
    package static var loopback: [HostName] {
        [.localhost] + ["127.0.0.1", "::1"].compactMap { try? HostName($0) }
    }

    /// The machine's name, and what it is called on the local network.
    package static var names: [HostName] {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return [] }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let local = name.contains(".") ? [] : [name + ".local"]
        return ([name] + local).compactMap { try? HostName($0) }
    }

    /// The addresses of its network interfaces, without loopback and link-local ones. At most 32.
    package static var addresses: [HostName] {
        // A machine whose interfaces cannot be listed is still reached by its name.
        let devices = (try? NIOCore.System.enumerateDevices()) ?? []
        var found: [HostName] = []
        for case let text? in devices.map(\.address?.ipAddress) {
            guard !text.hasPrefix("127."), text != "::1", !text.lowercased().hasPrefix("fe80:"), found.count < 32,
                let host = try? HostName(text), !found.contains(host)
            else { continue }
            found.append(host)
        }
        return found
    }
}
