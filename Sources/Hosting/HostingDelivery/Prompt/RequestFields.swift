// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HTTPTypes

/// The fields of a request, by name, whatever they were read into.
package protocol RequestFields: Sendable {
    /// nil where there is none; of several, all of them with commas between.
    subscript(name: HTTPField.Name) -> String? { get }
}

extension HTTPFields: RequestFields {}
