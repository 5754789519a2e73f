// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler

extension DownloadClass {
    /// The word in the database.
    var name: String {
        switch self {
        case .essential: "essential"
        case .foreground: "foreground"
        case .background: "background"
        }
    }

    init(name: String) {
        self = Self.allCases.first { $0.name == name } ?? .background
    }
}
