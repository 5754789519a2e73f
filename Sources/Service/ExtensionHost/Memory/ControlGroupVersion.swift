// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The two forms that control groups have.
package enum ControlGroupVersion: Int, Sendable {
    /// A hierarchy for each controller.
    case first = 1
    /// One hierarchy for all controllers, in which a group has either processes or groups with controllers.
    case second = 2
}
