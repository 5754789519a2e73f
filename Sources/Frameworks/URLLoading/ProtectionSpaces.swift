// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationNetworking

// The constants that a handler of challenges compares `protectionSpace.proxyType` and `protocol` with. They give way to
// FoundationNetworking's own in a file that imports both.

/// A proxy for http.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload public let NSURLProtectionSpaceHTTPProxy = FoundationNetworking.NSURLProtectionSpaceHTTPProxy
/// A proxy for https.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload public let NSURLProtectionSpaceHTTPSProxy = FoundationNetworking.NSURLProtectionSpaceHTTPSProxy
/// A SOCKS proxy.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload public let NSURLProtectionSpaceSOCKSProxy = FoundationNetworking.NSURLProtectionSpaceSOCKSProxy
/// The protocol http.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload public let NSURLProtectionSpaceHTTP = FoundationNetworking.NSURLProtectionSpaceHTTP
/// The protocol https.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload public let NSURLProtectionSpaceHTTPS = FoundationNetworking.NSURLProtectionSpaceHTTPS
