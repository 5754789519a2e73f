// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking

/// The download of the manifest that `BAManifestURL` names, which the system makes by itself: an extension that is told of
/// its failure tells it from its own by the type.
final class ManifestDownload: BAURLDownload, @unchecked Sendable {}
