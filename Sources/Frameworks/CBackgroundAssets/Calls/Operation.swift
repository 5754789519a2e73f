// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BackgroundAssets
internal import Varlink

/// A `ba_operation`: a task, and how it ended.
final class Operation: Sendable {
    /// What an operation brings.
    enum Value: Sendable {
        case nothing
        case packs(Set<AssetPack>)
        case pack(AssetPack)
        case status(AssetPack.Status)
        case updates(updatingIDs: Set<String>, removedIDs: Set<String>)
        case bytes(Int64)
    }

    typealias Work = @Sendable () async throws -> Value

    private struct State {
        var result: Result<Value, InterfaceError>?
        var task: Task<Void, Never>?
    }

    /// The pack that it is about, when it is one.
    private let packID: String?
    private let ended: @Sendable () -> Void
    private let monitor = Monitor(State())

    /// - `ended`: called once, when it is over.
    init(packID: String?, ended: @escaping @Sendable () -> Void = {}) {
        self.packID = packID
        self.ended = ended
    }

    func start(_ work: @escaping Work) {
        let task = Task.detached { [self] in
            do { finish(.success(try await work())) } catch { finish(.failure(InterfaceError(error, packID: packID))) }
        }
        monitor.withLock { if $0.result == nil { $0.task = task } }
    }

    /// Ends it with `cancelled`; nothing when it is over.
    func cancel() {
        let task = monitor.withLock { $0.task }
        finish(.failure(.cancelled))
        task?.cancel()
    }

    /// nil while it is not over.
    var result: Result<Value, InterfaceError>? { monitor.withLock { $0.result } }

    /// Blocks until it is over.
    func wait() throws(InterfaceError) -> Value { try monitor.wait { $0.result }.get() }

    private func finish(_ result: Result<Value, InterfaceError>) {
        let isFirst = monitor.withLock { state in
            guard state.result == nil else { return false }
            state.result = result
            state.task = nil
            return true
        }
        if isFirst { ended() }
    }
}
