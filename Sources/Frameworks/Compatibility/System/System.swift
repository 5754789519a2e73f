// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Apple's `System` module under its own name: `FilePath`, `FileDescriptor`, `FilePermissions`, `Errno`.
@_exported public import SystemPackage
