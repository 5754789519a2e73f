// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation

// Views are not shown, so nothing appears and nothing changes in them: these are there for code to compile.
extension View {
    public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View { self }

    public nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }

    public nonisolated func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { self }

    public nonisolated func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { self }

    public nonisolated func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View { self }

    public nonisolated func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View { self }

    @available(*, deprecated, message: "Use `onChange` with a two or zero parameter action closure instead.")
    public nonisolated func onChange<V: Equatable>(
        of value: V, perform action: @escaping (_ newValue: V) -> Void
    ) -> some View { self }

    public nonisolated func environment<T: AnyObject & Observable>(_ object: T?) -> some View { self }

    public nonisolated func environment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
    ) -> some View { self }

    public nonisolated func padding(_ length: CGFloat) -> some View { self }

    public nonisolated func padding() -> some View { self }
}
