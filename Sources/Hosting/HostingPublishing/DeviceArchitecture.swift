// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Hummingbird

/// What a device that asks for a build says of its processor: by the parameter `architecture`, or as Background Assets on Linux
/// does, whose `User-Agent` is `backgroundassetsd (Linux x86_64)`.
enum DeviceArchitecture {
    private static let longestName = 32

    /// As `uname -m` has it; nil where nothing is said.
    static func name(of request: Request) -> String? {
        if let name = request.uri.queryParameters["architecture"] { return checked(name) }
        guard let agent = request.headers[.userAgent], let begin = agent.firstRange(of: "backgroundassetsd (Linux ")
        else { return nil }
        return checked(agent[begin.upperBound...].prefix { $0 != ")" })
    }

    private static func checked(_ name: Substring) -> String? {
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
            default: false
            }
        }
        return isName && !name.isEmpty && name.utf8.count <= longestName ? String(name) : nil
    }
}
