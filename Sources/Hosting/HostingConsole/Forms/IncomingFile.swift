// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A file of a form, whose bytes come after this.
struct IncomingFile: Equatable, Sendable {
    /// As a browser calls it: without the folders that it is in.
    let name: String
    /// Bytes, if it is the last field of the form.
    let size: Int64
}
