// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What processing has found in the archive of a build.
package enum ProcessedBuild: Equatable, Sendable {
    /// An app that devices can install; `problems` has warnings at most.
    case valid(BuildArchive, problems: ProblemList)
    /// What is of no use; `problems` has at least one error.
    case invalid(problems: ProblemList)
}
