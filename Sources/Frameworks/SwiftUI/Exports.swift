// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

// As on Apple's platforms, where the module brings these with it.
@_exported public import Foundation
@_exported public import Observation
