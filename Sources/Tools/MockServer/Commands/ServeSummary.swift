// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import HostingDelivery
internal import HostingIdentity
internal import ToolSupport

/// What the server says when it has started.
struct ServeSummary {
    let publication: Publication
    let url: ServedURL
    let isOpenToOthers: Bool
    /// How devices come to trust the server.
    let trust: TrustAdvice

    var text: String {
        var lines: [String] = []
        if publication.packs.isEmpty {
            lines.append("There is no pack yet; those that come into the folder are served.")
        } else {
            let table = Table(
                [.init("ID"), .init("VERSION", .right), .init("SIZE", .right), .init("POLICY"), .init("PLATFORMS")],
                rows: publication.packs.map { pack in
                    [
                        pack.id, "\(pack.version)", Quantity.bytes(pack.downloadSize), pack.downloadPolicy.name,
                        pack.platforms.isEmpty
                            ? "all" : pack.platforms.map(\.rawValue).sorted().joined(separator: ", "),
                    ]
                })
            lines.append(table.text)
        }
        lines.append("Manifest: \(url.base)/manifest?platform=linux (for Apple's platforms: \(url.base)/manifest)")
        lines.append("To have this machine's apps use it: \(trust.command), then ba-serve url-override \(url.base)")
        if isOpenToOthers { lines.append("For other devices: \(trust.otherDevices)") }
        return lines.joined(separator: "\n")
    }
}
