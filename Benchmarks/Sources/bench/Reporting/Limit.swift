// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a row must reach.
enum Limit {
    /// At most this.
    case most(Double)
    /// At most so many times the peer's figure.
    case mostOfPeer(Double)
    /// At least so many times the peer's figure.
    case leastOfPeer(Double)

    func isMet(figure: Double, peer: Double?) -> Bool {
        switch self {
        case .most(let limit): figure <= limit
        case .mostOfPeer(let factor): peer.map { figure <= factor * $0 } ?? false
        case .leastOfPeer(let factor): peer.map { figure >= factor * $0 } ?? false
        }
    }

    /// As a table shows it.
    func text(unit: String) -> String {
        switch self {
        case .most(let limit): "≤ \(Figure.text(limit, unit))"
        case .mostOfPeer(let factor): "≤ \(Figure.number(factor)) × peer"
        case .leastOfPeer(let factor): "≥ \(Figure.number(factor)) × peer"
        }
    }
}
