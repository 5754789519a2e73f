// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationNetworking

// The constants that a handler of challenges compares `protectionSpace.authenticationMethod` with. Those that
// FoundationNetworking has, too, give way to its own in a file that imports both.

/// The default authentication method of a protocol.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload public let NSURLAuthenticationMethodDefault = FoundationNetworking.NSURLAuthenticationMethodDefault
/// HTTP basic authentication.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload public let NSURLAuthenticationMethodHTTPBasic = FoundationNetworking
    .NSURLAuthenticationMethodHTTPBasic
/// HTTP digest authentication.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload public let NSURLAuthenticationMethodHTTPDigest = FoundationNetworking
    .NSURLAuthenticationMethodHTTPDigest
/// HTTP authentication by a token, which the credential has as its password. Apple's platforms do not know it.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSURLAuthenticationMethodHTTPBearer = "NSURLAuthenticationMethodHTTPBearer"
/// An HTML form.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload public let NSURLAuthenticationMethodHTMLForm = FoundationNetworking
    .NSURLAuthenticationMethodHTMLForm
/// NTLM.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload public let NSURLAuthenticationMethodNTLM = FoundationNetworking.NSURLAuthenticationMethodNTLM
/// Kerberos or NTLM, as negotiated.
// swift-format-ignore: AlwaysUseLowerCamelCase
@_disfavoredOverload public let NSURLAuthenticationMethodNegotiate = FoundationNetworking
    .NSURLAuthenticationMethodNegotiate
/// A certificate of the client.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSURLAuthenticationMethodClientCertificate = "NSURLAuthenticationMethodClientCertificate"
/// Whether the server's certificate is trusted.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"
