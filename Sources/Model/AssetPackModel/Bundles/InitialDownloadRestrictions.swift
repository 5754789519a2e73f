// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// BAInitialDownloadRestrictions: what may be fetched before the first launch.
package struct InitialDownloadRestrictions: Codable, Equatable, Sendable {
    /// BADownloadAllowance: bytes of all non-essential downloads.
    package var downloadAllowance: Int64?
    /// BAEssentialDownloadAllowance: bytes of all essential downloads, the manifest included.
    package var essentialDownloadAllowance: Int64?
    /// BADownloadDomainAllowList; without one, nothing is said of hosts.
    package var domainAllowList: DomainAllowList?

    package init(
        downloadAllowance: Int64? = nil, essentialDownloadAllowance: Int64? = nil,
        domainAllowList: DomainAllowList? = nil
    ) {
        self.downloadAllowance = downloadAllowance
        self.essentialDownloadAllowance = essentialDownloadAllowance
        self.domainAllowList = domainAllowList
    }

    init(_ list: PropertyList) {
        downloadAllowance = list.integer("BADownloadAllowance")
        essentialDownloadAllowance = list.integer("BAEssentialDownloadAllowance")
        domainAllowList = list.strings("BADownloadDomainAllowList").map(DomainAllowList.init)
    }
}
