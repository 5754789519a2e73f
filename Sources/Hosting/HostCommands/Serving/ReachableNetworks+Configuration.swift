// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingModel

extension ReachableNetworks {
    /// - Throws: for what is no network.
    init(_ configuration: HostConfiguration) throws(HostCommandError) {
        var networks: [IPNetwork] = []
        for text in configuration.texts(.webhookNetwork) {
            guard let network = IPNetwork(text) else {
                throw configuration.invalid(
                    .webhookNetwork, "\(text) is no network: name one as 10.1.0.0/16 or fd00::/8, or one address")
            }
            networks.append(network)
        }
        self.init(allowed: networks)
    }
}
