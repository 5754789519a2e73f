// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A recorded session, as the manifest has it.
public struct Session: Codable, Hashable, Identifiable, Sendable {
    public let id: String
    public let title: String
    /// Where its video is.
    public let url: URL
    /// Where a small picture of it is.
    public let thumbnailURL: URL
    /// Bytes of the video.
    public let fileSize: Int
    /// Whether a person who opens the app for the first time finds it there.
    public let isEssential: Bool
}
