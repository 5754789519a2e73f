// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// `Logger` and its like come with `import os` on Apple platforms, too.
@_exported public import OSLog
