// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport

extension SampleBundle {
    /// The text of an Info.plist.
    static func xml(_ values: [String: PropertyValue]) throws -> String {
        String(decoding: try PropertyList(values).xml(), as: UTF8.self)
    }
}
