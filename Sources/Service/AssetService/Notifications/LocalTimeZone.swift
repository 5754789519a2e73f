// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import SystemSupport

/// The time zone of the device: what `TZ` names, or where `/etc/localtime` leads to, which changes with where a person says that they are.
struct LocalTimeZone: Sendable {
    /// That of `localtime`.
    private let folder: String
    /// Whether `TZ` is set: then it stays as it is.
    private let isFixed: Bool

    /// - Parameters:
    ///   - folder: that of `localtime`.
    ///   - isFixed: whether it is that of the environment.
    init(folder: String = "/etc", isFixed: Bool = ProcessInfo.processInfo.environment["TZ"] != nil) {
        self.folder = folder
        self.isFixed = isFixed
    }

    /// Foundation's own is read once, and kept.
    var current: TimeZone {
        guard !isFixed, let path = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/localtime"),
            let name = path.range(of: "zoneinfo/").map({ String(path[$0.upperBound...]) }),
            let zone = TimeZone(identifier: name)
        else { return .current }
        return zone
    }

    /// An element whenever it may be another one.
    ///
    /// - Throws: when its folder cannot be watched.
    func changes() throws(SystemError) -> AsyncStream<Void> {
        guard !isFixed else { return AsyncStream { $0.finish() } }
        return try DescriptorEvents.stream(
            of: [.init(path: folder, mask: IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE)])
    }
}
