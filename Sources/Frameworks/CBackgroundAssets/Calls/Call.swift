// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import CBackgroundAssetsHeader
internal import Synchronization

/// Where a `ba_error *` goes.
typealias ErrorPlace = UnsafeMutablePointer<OpaquePointer?>

/// Runs the functions of the interface.
enum Call {
    /// Runs `body`, and tells the caller how it ended.
    static func reporting(_ place: ErrorPlace?, _ body: () throws(InterfaceError) -> Void) -> ba_result {
        place?.pointee = nil
        do throws(InterfaceError) {
            try body()
            return ba_result(BA_OK)
        } catch {
            place?.pointee = Handles.add(ErrorObject(error))
            return error.code.rawValue
        }
    }

    /// Runs something of the framework that throws anything.
    static func translating<Result>(
        packID: String? = nil, _ body: () throws -> Result
    ) throws(InterfaceError) -> Result {
        do { return try body() } catch { throw InterfaceError(error, packID: packID) }
    }

    /// Blocks until `work` is done.
    static func wait(_ request: Request) throws(InterfaceError) -> Operation.Value {
        let operation = Operation(packID: request.packID)
        operation.start(request.work)
        return try operation.wait()
    }

    /// Starts what `prepare` makes.
    static func start(
        _ completion: ba_completion?, _ context: UnsafeMutableRawPointer?, _ operation: ErrorPlace?,
        _ error: ErrorPlace?, _ prepare: () throws(InterfaceError) -> Request
    ) -> ba_result {
        operation?.pointee = nil
        return reporting(error) { () throws(InterfaceError) in
            let request = try prepare()
            try CallbackThread.shared.start()
            let callback = completion.map { Callback(completion: $0, context: context) }
            let handle = SharedHandle()
            let started = Operation(packID: request.packID) {
                CallbackThread.shared.enqueue {
                    callback?(handle.pointer)
                    // The library's own reference.
                    Handles.release(handle.pointer, as: Operation.self)
                }
            }
            let pointer = Handles.add(started, count: operation == nil ? 1 : 2)
            handle.set(pointer)
            operation?.pointee = pointer
            started.start(request.work)
        }
    }

    /// The handle of an operation, which its completion knows.
    private final class SharedHandle: Sendable {
        private let number = Atomic<UInt>(0)

        func set(_ pointer: OpaquePointer?) { number.store(UInt(bitPattern: pointer), ordering: .releasing) }
        var pointer: OpaquePointer? { OpaquePointer(bitPattern: number.load(ordering: .acquiring)) }
    }
}
