// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Says what happens, at once: what `print` says waits until there is more where nobody looks at it.
func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
