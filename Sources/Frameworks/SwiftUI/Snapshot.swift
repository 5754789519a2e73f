// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Of a watch, which takes snapshots of its apps; nothing here does.
public struct SnapshotData: Sendable {
    public enum SnapshotReason: Sendable, Equatable {
        case appBackgrounded, appScheduled, complicationUpdate, prelaunch, returnToDefaultState
    }

    public let identifier: String?
    public let reason: SnapshotReason
}

/// Of a watch, which takes snapshots of its apps; nothing here does.
public struct SnapshotResponse: Sendable {
    let restoredDefaultState: Bool
    let estimatedSnapshotExpiration: Date?
    let identifier: String?

    public init(
        restoredDefaultState: Bool = false, estimatedSnapshotExpiration: Date? = nil, identifier: String? = nil
    ) {
        self.restoredDefaultState = restoredDefaultState
        self.estimatedSnapshotExpiration = estimatedSnapshotExpiration
        self.identifier = identifier
    }
}
