// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking

/// What a class has that makes itself from nothing.
protocol Makeable { init() }

extension Makeable {
    static func make() -> Self { Self() }
}

/// The configuration of a background session: what Foundation's has not got.
///
/// `@unchecked Sendable`: as Foundation's is; whoever makes a session copies it.
final class BackgroundConfiguration: FoundationNetworking.URLSessionConfiguration, Makeable, @unchecked Sendable {
    var sendsLaunchEvents = true
    var allowsExpensive = true
    var allowsConstrained = true
    var container: String?

    override func copy() -> Any { copy(with: nil) }

    override func copy(with zone: NSZone? = nil) -> Any {
        let copy = BackgroundConfiguration.make()
        copy.identifier = identifier
        copy.requestCachePolicy = requestCachePolicy
        copy.timeoutIntervalForRequest = timeoutIntervalForRequest
        copy.timeoutIntervalForResource = timeoutIntervalForResource
        copy.networkServiceType = networkServiceType
        copy.allowsCellularAccess = allowsCellularAccess
        copy.isDiscretionary = isDiscretionary
        copy.connectionProxyDictionary = connectionProxyDictionary
        copy.httpShouldSetCookies = httpShouldSetCookies
        copy.httpCookieAcceptPolicy = httpCookieAcceptPolicy
        copy.httpAdditionalHeaders = httpAdditionalHeaders
        copy.httpMaximumConnectionsPerHost = httpMaximumConnectionsPerHost
        copy.httpCookieStorage = httpCookieStorage
        copy.urlCredentialStorage = urlCredentialStorage
        copy.urlCache = urlCache
        copy.protocolClasses = protocolClasses
        copy.sendsLaunchEvents = sendsLaunchEvents
        copy.allowsExpensive = allowsExpensive
        copy.allowsConstrained = allowsConstrained
        copy.container = container
        return copy
    }
}
