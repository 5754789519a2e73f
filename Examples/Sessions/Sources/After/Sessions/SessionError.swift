// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SessionCatalog

/// What a person is told who asked for what cannot be had.
enum SessionError: LocalizedError {
    case unknown(String)
    case notHere(Session)
    case notFetched([String])

    var errorDescription: String? {
        switch self {
        case .unknown(let identifier):
            "There is no session \(identifier): `Sessions --list` shows those that there are."
        case .notHere(let session): "\(session.title) is not here: `Sessions --fetch \(session.id)`"
        case .notFetched(let identifiers):
            "\(identifiers.joined(separator: ", ")) did not come: the log says why. Try again with `--fetch`."
        }
    }
}
