// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What an extension may still schedule before the first launch of its app.
// @unchecked Sendable: every stored property is a constant.
public class BAAppExtensionInfo: NSObject, NSSecureCoding, @unchecked Sendable {
    /// Bytes that downloads which are not essential may still have; nil when there is no limit.
    public let restrictedDownloadSizeRemaining: Int?
    /// Bytes that essential downloads may still have; nil when there is no limit.
    public let restrictedEssentialDownloadSizeRemaining: Int?

    package init(restrictedDownloadSizeRemaining: Int?, restrictedEssentialDownloadSizeRemaining: Int?) {
        self.restrictedDownloadSizeRemaining = restrictedDownloadSizeRemaining
        self.restrictedEssentialDownloadSizeRemaining = restrictedEssentialDownloadSizeRemaining
    }

    /// Reads archived limits.
    public required init?(coder: NSCoder) {
        restrictedDownloadSizeRemaining =
            coder.containsValue(forKey: "download") ? coder.decodeInteger(forKey: "download") : nil
        restrictedEssentialDownloadSizeRemaining =
            coder.containsValue(forKey: "essential") ? coder.decodeInteger(forKey: "essential") : nil
    }

    public class var supportsSecureCoding: Bool { true }

    public func encode(with coder: NSCoder) {
        if let size = restrictedDownloadSizeRemaining { coder.encode(size, forKey: "download") }
        if let size = restrictedEssentialDownloadSizeRemaining { coder.encode(size, forKey: "essential") }
    }
}
