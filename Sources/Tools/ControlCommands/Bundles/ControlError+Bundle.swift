// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel

extension ControlError {
    /// What stands for a bundle, or a property list, that cannot be used.
    init(_ error: AppBundleError) {
        switch error.kind {
        case .missing: self = .notFound(error.description)
        case .unreadable, .malformed: self = .malformed(error.description)
        case .invalid: self = .configuration(error.description)
        }
    }

    /// Does something whose only failure is that of a bundle.
    static func wrapping<Result>(_ body: () throws(AppBundleError) -> Result) throws(ControlError) -> Result {
        do { return try body() } catch { throw ControlError(error) }
    }
}
