// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// What `import BackgroundAssets` brings along on Apple platforms. FoundationNetworking itself is not among it: see
// URLLoading.
@_exported public import Foundation
@_exported public import System
@_exported public import URLLoading
