// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a server has answered to what an app asked, whole and on disk.
package struct ExchangeAnswer: Equatable, Sendable {
    package var head: AnswerHead
    /// Where redirects led.
    package var url: String
    /// Where its body lies, below the staging folder.
    package var body: FetchedFile
}
