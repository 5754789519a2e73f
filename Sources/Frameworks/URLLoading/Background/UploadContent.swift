// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What an upload sends.
enum UploadContent: Sendable {
    case file(URL)
    case data(Data)
    /// What cannot be kept until it is sent.
    case stream
}
