// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A thread of the system, apart from Dispatch and from Swift's pool: what it waits for cannot starve either.
package enum ServingThread {
    /// Bytes of stack: framing and handlers, no deep recursion; untouched pages cost nothing.
    package static let usualStackSize = 512 << 10

    /// Runs `body` on a new thread that nobody waits for.
    ///
    /// - Throws: `system` when there can be no further thread.
    package static func start(
        stackSize: Int = usualStackSize, _ body: @escaping @Sendable () -> Void
    ) throws(VarlinkError) {
        // Not `pthread_attr_t()`: which module that belongs to depends on what other files import.
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        pthread_attr_init(attributes)
        defer { pthread_attr_destroy(attributes) }
        pthread_attr_setstacksize(attributes, stackSize)
        pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
        let context = Unmanaged.passRetained(Body(run: body))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, attributes,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        if result != 0 {
            context.release()
            throw .system("cannot start a thread: \(String(cString: strerror(result)))")
        }
    }

    /// Runs something that blocks on a thread of its own, and suspends the task until it is done.
    ///
    /// - Throws: what `body` throws; what `failure` makes of the reason why there can be no further thread.
    package static func run<Result: Sendable, Failure: Error>(
        failure: (VarlinkError) -> Failure, _ body: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let result: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
            do throws(VarlinkError) {
                try start {
                    do throws(Failure) {
                        continuation.resume(returning: .success(try body()))
                    } catch { continuation.resume(returning: .failure(error)) }
                }
            } catch { continuation.resume(returning: .failure(failure(error))) }
        }
        return try result.get()
    }

    private final class Body {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
