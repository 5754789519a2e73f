// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationNetworking

// The constants that a handler of challenges compares `protectionSpace.authenticationMethod` with.

/// The default authentication method of a protocol.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSURLAuthenticationMethodDefault = FoundationNetworking.NSURLAuthenticationMethodDefault
/// HTTP basic authentication.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSURLAuthenticationMethodHTTPBasic = FoundationNetworking.NSURLAuthenticationMethodHTTPBasic
/// HTTP digest authentication.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSURLAuthenticationMethodHTTPDigest = FoundationNetworking.NSURLAuthenticationMethodHTTPDigest
/// An HTML form.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSURLAuthenticationMethodHTMLForm = FoundationNetworking.NSURLAuthenticationMethodHTMLForm
/// NTLM.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSURLAuthenticationMethodNTLM = FoundationNetworking.NSURLAuthenticationMethodNTLM
/// Kerberos or NTLM, as negotiated.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSURLAuthenticationMethodNegotiate = FoundationNetworking.NSURLAuthenticationMethodNegotiate
/// A certificate of the client.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSURLAuthenticationMethodClientCertificate = "NSURLAuthenticationMethodClientCertificate"
/// Whether the server's certificate is trusted.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"
