// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Views below each other.
public struct VStack<Content: View>: View {
    public let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

/// Views beside each other.
public struct HStack<Content: View>: View {
    public let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

/// Views, or scenes, that belong together.
public struct Group<Content> {
    public let content: Content
}

extension Group: View where Content: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}
