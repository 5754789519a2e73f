// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What an app does with the data by which a download goes on.
///
/// `@unchecked Sendable`: handlers are not declared so, as on Apple's platforms; it is called once, on the session's queue.
struct ResumeDataHandler: @unchecked Sendable {
    let call: (Data?) -> Void

    init(_ call: @escaping (Data?) -> Void) { self.call = call }
}
