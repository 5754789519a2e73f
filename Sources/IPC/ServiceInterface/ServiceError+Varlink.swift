// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import Varlink

extension ServiceError {
    /// Reads what a call ended with; nil when the error came from no service, but from the connection.
    package init?(_ error: VarlinkError) {
        guard case .remote(let name, let parameters) = error else { return nil }
        self.init(name: name, parameters: parameters)
    }

    /// The error as a handler throws it.
    package var varlinkError: VarlinkError {
        let parameters: [UInt8]
        do { parameters = Array(try JSONEncoder().encode(wireParameters)) } catch {
            // Two strings can always be encoded; without them the name still tells the cause.
            parameters = []
        }
        return .remote(name: wireName, parameters: parameters)
    }
}
