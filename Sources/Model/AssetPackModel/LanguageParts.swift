// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// A BCP-47 tag taken apart: language, script and region.
struct LanguageParts: Equatable {
    let language: String
    let script: String?
    let region: String?

    init(_ text: String) {
        let parts = text.split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        language = (parts.first ?? "").lowercased()
        script = parts.dropFirst().first { $0.count == 4 && $0.allSatisfy(\.isLetter) }?.lowercased()
        region = parts.dropFirst().first { part in
            part.count == 2 && part.allSatisfy(\.isLetter) || part.count == 3 && part.allSatisfy(\.isNumber)
        }?.uppercased()
    }

    func agreesInScript(with other: LanguageParts) -> Bool {
        script == nil || other.script == nil || script == other.script
    }
}
