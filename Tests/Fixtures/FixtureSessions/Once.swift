// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Does something the first time.
///
/// `@unchecked Sendable`: what changes is behind the lock.
final class Once: @unchecked Sendable {
    private let lock = NSLock()
    private var body: (@Sendable () -> Void)?

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func call() {
        let body = lock.withLock {
            defer { self.body = nil }
            return self.body
        }
        body?()
    }
}
