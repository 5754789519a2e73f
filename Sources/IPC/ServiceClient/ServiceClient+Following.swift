// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import ServiceInterface

extension ServiceClient {
    /// Until the service is asked again, at first and at most.
    private static let pauses = (first: Duration.milliseconds(50), longest: Duration.seconds(5))

    /// Hears what a method tells, on the calling thread, for as long as the process runs: it is called again when the connection is lost, by
    /// which a service that was killed is started again.
    ///
    /// - Throws: with what the service refuses it.
    package func followBlocking<Method: ServiceMethod>(
        _ method: Method, _ body: (Method.Reply) -> Void
    ) throws(ServiceClientError) -> Never {
        var pause = Self.pauses.first
        var start = ServiceStart.always
        while true {
            do throws(ServiceClientError) {
                try streamBlocking(method, start: start, opened: { _ in }) { reply in
                    pause = Self.pauses.first
                    body(reply)
                    return true
                }
            } catch {
                if !error.isPassing { throw error }
            }
            // One that was ended on purpose is started by whoever needs it.
            start = .afterCrash
            Self.sleep(pause)
            pause = min(pause * 2, Self.pauses.longest)
        }
    }
}
