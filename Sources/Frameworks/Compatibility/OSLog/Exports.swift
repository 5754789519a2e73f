// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// What `import OSLog` brings along on Apple platforms. There is no module `os` beside it, which has `Logger` there, too: other
// packages take `canImport(os)` for an Apple platform, and would not compile.
@_exported public import Foundation
