// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

/// Who may decide on what is submitted, to choose from.
struct PolicyChoice: Sendable {
    let value: String
    let title: String
    let isChosen: Bool

    static func all(_ chosen: ReviewPolicy) -> [PolicyChoice] {
        ReviewPolicy.allCases.map { PolicyChoice(value: $0.rawValue, title: title(of: $0), isChosen: $0 == chosen) }
    }

    static func title(of policy: ReviewPolicy) -> String {
        switch policy {
        case .automatic: "Nobody: all is approved at once"
        case .oneReviewer: "One reviewer"
        case .fourEyes: "A reviewer who has not submitted it"
        }
    }
}
