// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What an inspection came to. The process that inspects writes it, as JSON, for the worker that has started it.
package enum InspectionOutcome: Codable, Equatable, Sendable {
    case archive(ArchiveReport)
    case manifest(ManifestReport)
    case build(BuildReport)
    case invalid(ProblemList)

    static func invalid(_ code: String, _ description: String) -> InspectionOutcome {
        .invalid(ProblemList(errors: [Problem(code: code, description: description)]))
    }
}
