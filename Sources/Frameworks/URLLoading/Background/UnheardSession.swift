// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// An object without a delegate, which is there for as long as the app has it.
struct UnheardSession {
    weak var session: URLSession?

    init(_ session: URLSession) { self.session = session }
}
