// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets

@main
struct App {
    static func main() {
        print(AssetPackManager.shared.assetPackIsAvailableLocally(withID: "Tutorial"))
    }
}
