// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// What an app publishes in one context at one moment, to whichever device asks.
package struct PublicationState: Sendable {
    package struct Pack: Sendable {
        package let identifier: String
        /// Those that some device gets; one, where all get the same.
        package let versions: [PublishedVersion]
        /// By what it goes which device gets which; nil where all get the same.
        package let releases: PackReleases?
    }

    package let app: HostedApp
    package let context: ReleaseContext
    /// Rises with each change.
    package let sequence: Int64
    /// By their identifiers.
    package let packs: [Pack]
    /// The identifiers of packs that were taken back.
    package let archived: [String]
    /// The identifiers of packs that are for devices with a token alone, whether they are published or not.
    package let privatePacks: [String]

    /// Of each pack, the version that a device gets, if it gets one.
    ///
    /// - `device`: the identifier that a device has made up for itself, by which a phased release goes.
    package func versions(for device: String? = nil, appVersion: AppVersionNumber? = nil) -> [PublishedVersion] {
        packs.compactMap { pack in
            guard let releases = pack.releases else { return pack.versions.first }
            let version = releases.version(
                for: device, appVersion: appVersion, in: context, of: pack.identifier)
            return pack.versions.first { $0.number == version?.number }
        }
    }
}
