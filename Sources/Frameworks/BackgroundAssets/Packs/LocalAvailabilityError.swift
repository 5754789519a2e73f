// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension AssetPackManager {
    /// Some of several packs could not be made available.
    public struct LocalAvailabilityError: LocalizedError, CustomStringConvertible, Sendable {
        /// The packs that are readable on this device.
        public let successes: Set<AssetPack>
        /// The others, each with its reason.
        public let failures: [AssetPack: any Error]

        init(successes: Set<AssetPack>, failures: [AssetPack: any Error]) {
            self.successes = successes
            self.failures = failures
        }

        public var description: String {
            let reasons = failures.map { "\($0.key.id): \($0.value)" }.sorted().joined(separator: "; ")
            return "\(failures.count) of \(failures.count + successes.count) asset packs are not available: \(reasons)"
        }

        public var errorDescription: String? { description }
    }
}
