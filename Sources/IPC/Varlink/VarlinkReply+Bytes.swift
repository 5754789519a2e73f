// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension VarlinkReply {
    /// The bytes of an error reply whose parameters are JSON already, with its final NUL.
    package static func encode(error: String, parameterBytes: [UInt8]) throws(VarlinkError) -> [UInt8] {
        let name: Data
        do { name = try JSONEncoder().encode(error) } catch {
            throw .malformedMessage("the name of an error cannot be encoded")
        }
        var bytes = Array("{\"error\":".utf8)
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: ",\"parameters\":".utf8)
        bytes.append(contentsOf: parameterBytes.isEmpty ? Array("{}".utf8) : parameterBytes)
        bytes.append(UInt8(ascii: "}"))
        bytes.append(0)
        return bytes
    }
}
