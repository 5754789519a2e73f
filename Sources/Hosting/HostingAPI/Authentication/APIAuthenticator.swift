// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes
package import HostingDelivery

/// Tells who sends a request.
package protocol APIAuthenticator: Sendable {
    /// - `headers`: of the request.
    /// - `method`, `target`: for tokens that are good for some requests only.
    /// - Throws: `notAuthorized` where nobody is known by it.
    func caller(
        of headers: HTTPFields, method: String, target: String
    ) async throws(APIFailure) -> APICaller

    /// The same, of somebody who was known a moment ago; nil where that has to be asked for.
    ///
    /// - `change`: the number of the database's last change.
    func callerAtHand(of fields: any RequestFields, method: String, target: String, _ change: Int64) -> APICaller?
}

extension APIAuthenticator {
    package func callerAtHand(
        of fields: any RequestFields, method: String, target: String, _ change: Int64
    ) -> APICaller? { nil }
}
