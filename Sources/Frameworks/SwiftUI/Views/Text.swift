// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Some words.
public struct Text: View, Equatable, Sendable {
    /// As they are shown.
    public let content: String

    public nonisolated init<S: StringProtocol>(_ content: S) { self.content = String(content) }

    public nonisolated init(verbatim content: String) { self.content = content }
}
