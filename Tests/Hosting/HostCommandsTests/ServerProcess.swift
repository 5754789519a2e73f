// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the system tells of the process of a host.
struct ServerProcess {
    private let folder: String

    init(_ host: ServingHost) throws { folder = "/proc/\(try #require(host.process))" }

    var descriptors: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder + "/fd").count }
    }

    var residentMiB: Double {
        get throws {
            let status = try String(contentsOfFile: folder + "/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
            return (try #require(Double(line.split(separator: " ")[1])) / 102.4).rounded() / 10
        }
    }

    var processorSeconds: Double {
        get throws {
            let fields =
                try String(contentsOfFile: folder + "/stat", encoding: .utf8)
                .split(separator: ")").last?.split(separator: " ") ?? []
            return (try #require(Double(fields[11])) + (try #require(Double(fields[12])))) / 100
        }
    }
}
