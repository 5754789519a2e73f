// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

extension AssetPack {
    /// What is true of a pack on this device; several of these hold at once.
    public struct Status: OptionSet, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: Int

        /// Makes a status from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The pack can be downloaded, and no version of it is on this device.
        public static let downloadAvailable = Status(rawValue: 1 << 0)
        /// The server has another version than the one on this device.
        public static let updateAvailable = Status(rawValue: 1 << 1)
        /// The version on this device is the newest.
        public static let upToDate = Status(rawValue: 1 << 2)
        /// The version on this device is not the newest.
        public static let outOfDate = Status(rawValue: 1 << 3)
        /// The server does not have the pack any more.
        public static let obsolete = Status(rawValue: 1 << 4)
        /// The pack is being downloaded.
        public static let downloading = Status(rawValue: 1 << 5)
        /// A version of the pack is on this device.
        public static let downloaded = Status(rawValue: 1 << 6)

        init(_ status: PackStatus) { rawValue = status.rawValue }

        public var description: String {
            let names = [
                "downloadAvailable", "updateAvailable", "upToDate", "outOfDate", "obsolete", "downloading",
                "downloaded",
            ]
            let set = names.enumerated().filter { rawValue & 1 << $0.offset != 0 }.map(\.element)
            return "[" + set.joined(separator: ", ") + "]"
        }
    }
}
