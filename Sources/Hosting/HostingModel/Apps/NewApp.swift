// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The record of an app, as somebody has it made.
package struct NewApp: Equatable, Sendable {
    /// Code points, as of all texts here.
    package static let longestName = DisplayName.longest
    package static let longestSKU = 155
    package static let longestBundleID = 155
    package static let usualLocale = "en-US"

    package let bundleID: String
    package let name: String
    package let sku: String
    package let primaryLocale: String
    package let reviewPolicy: ReviewPolicy

    /// - `name`, `sku`: the bundle identifier without them.
    package init(
        bundleID: String, name: String? = nil, sku: String? = nil, primaryLocale: String = Self.usualLocale,
        reviewPolicy: ReviewPolicy = .oneReviewer
    ) {
        self.bundleID = bundleID
        self.name = name ?? bundleID
        self.sku = sku ?? bundleID
        self.primaryLocale = primaryLocale
        self.reviewPolicy = reviewPolicy
    }

    /// What is wrong with it, in a sentence; nil when nothing is.
    package var fault: String? {
        guard Self.isBundleID(bundleID) else {
            return "'\(bundleID)' is no bundle identifier, which has letters, digits, '-' and '.': com.example.game"
        }
        if let fault = Self.fault(ofName: name) { return fault }
        guard DisplayName.isValid(sku, longest: Self.longestSKU) else {
            return "The SKU of an app is one line of at most \(Self.longestSKU) characters."
        }
        guard Self.isLocale(primaryLocale) else {
            return "'\(primaryLocale)' is no language, such as en-US or de-DE."
        }
        return nil
    }

    /// What is wrong with the name of an app, in a sentence; nil when nothing is.
    static func fault(ofName name: String) -> String? {
        DisplayName.isValid(name, longest: longestName)
            ? nil : "The name of an app is one line of at most \(longestName) characters."
    }

    /// As Apple has them; the addresses of packs have it as a part of their paths.
    private static func isBundleID(_ text: String) -> Bool {
        let isAllowed = text.utf8.allSatisfy {
            isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return isAllowed && text.utf8.count <= longestBundleID
            && parts.allSatisfy { part in part.utf8.contains(where: isAlphanumeric) }
    }

    /// The form of a tag of BCP 47, for whatever languages there are.
    private static func isLocale(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return !parts.isEmpty && text.utf8.count <= 35
            && parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isAlphanumeric) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
