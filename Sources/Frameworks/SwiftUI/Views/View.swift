// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A part of what an app shows. Nothing is drawn here: views are there for code to compile, and to be shown by a toolkit of another module.
@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
    public var body: Never { self }
}

extension View where Body == Never {
    /// Of a view that consists of nothing else.
    public var body: Never { fatalError("\(Self.self) consists of no other views") }
}

/// Nothing.
public struct EmptyView: View {
    public nonisolated init() {}
}

/// Several views.
public struct TupleView<T>: View {
    public let value: T

    public init(_ value: T) { self.value = value }
}

extension Optional: View where Wrapped: View {
    public typealias Body = Never
}

/// One of two views.
public struct _ConditionalContent<TrueContent, FalseContent>: View where TrueContent: View, FalseContent: View {
    enum Storage {
        case first(TrueContent)
        case second(FalseContent)
    }

    let storage: Storage
}
