// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation
import FoundationNetworking

// Code that was ported to Linux before imports FoundationNetworking itself: its types and ours are the same, but for sessions and their
// delegates, of which one line says whose are meant.
import class URLLoading.URLSession

func request(_ url: URL) -> BADownload {
    var request = URLRequest(url: url)
    request.setValue("v", forHTTPHeaderField: "X")
    let configuration: URLSessionConfiguration = .default
    _ = URLSession(configuration: configuration)
    return BAURLDownload(identifier: "i", request: request, fileSize: 0, applicationGroupIdentifier: "g")
}
