// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ServiceInterface

/// What the commands need of the service: calls, and calls that answer several times.
package protocol ServiceLink: Sendable {
    /// Calls a method and returns its reply.
    func call<Method: ServiceMethod>(_ method: Method) async throws(ControlError) -> Method.Reply

    /// Calls a streaming method. Ending the iteration ends the call; what the service is doing goes on.
    func stream<Method: ServiceMethod>(_ method: Method) -> AsyncThrowingStream<Method.Reply, any Error>
}
