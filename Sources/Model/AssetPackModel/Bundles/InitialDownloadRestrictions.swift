// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// BAInitialDownloadRestrictions: what may be fetched before the first launch.
package struct InitialDownloadRestrictions: Equatable, Sendable {
    /// BADownloadAllowance: bytes of all non-essential downloads.
    package var downloadAllowance: Int64?
    /// BAEssentialDownloadAllowance: bytes of all essential downloads, the manifest included.
    package var essentialDownloadAllowance: Int64?
    /// BADownloadDomainAllowList: DNS names; `*.` stands for subdomains of any depth.
    package var domainAllowList: [String]

    init(_ list: PropertyList) {
        downloadAllowance = list.integer("BADownloadAllowance")
        essentialDownloadAllowance = list.integer("BAEssentialDownloadAllowance")
        domainAllowList = list.strings("BADownloadDomainAllowList") ?? []
    }
}
