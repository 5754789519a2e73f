// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What processing has found in a file that was uploaded.
package enum ProcessedFile: Equatable, Sendable {
    /// A valid archive.
    case archive(ProcessedArchive)
    /// A valid manifest, which was uploaded by itself.
    case manifest(problems: ProblemList)
    /// What is of no use; `problems` has at least one error.
    case invalid(problems: ProblemList)
}
