// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import FoundationNetworking

// Foundation's URL loading types under their own names. Apple's Foundation has them itself; on Linux they are in a
// module of their own, and re-exporting that one would make a `URLSession` family of our own ambiguous.

// MARK: Sessions

public typealias URLSessionConfiguration = FoundationNetworking.URLSessionConfiguration
public typealias URLSessionTask = FoundationNetworking.URLSessionTask
public typealias URLSessionDataTask = FoundationNetworking.URLSessionDataTask
public typealias URLSessionUploadTask = FoundationNetworking.URLSessionUploadTask
public typealias URLSessionDownloadTask = FoundationNetworking.URLSessionDownloadTask
public typealias URLSessionWebSocketTask = FoundationNetworking.URLSessionWebSocketTask
public typealias URLSessionTaskMetrics = FoundationNetworking.URLSessionTaskMetrics
public typealias URLSessionTaskTransactionMetrics = FoundationNetworking.URLSessionTaskTransactionMetrics

// MARK: Requests and responses

public typealias URLRequest = FoundationNetworking.URLRequest
public typealias URLResponse = FoundationNetworking.URLResponse
public typealias HTTPURLResponse = FoundationNetworking.HTTPURLResponse
public typealias NSURLRequest = FoundationNetworking.NSURLRequest
public typealias NSMutableURLRequest = FoundationNetworking.NSMutableURLRequest
public typealias URLCache = FoundationNetworking.URLCache
public typealias CachedURLResponse = FoundationNetworking.CachedURLResponse
public typealias URLProtocol = FoundationNetworking.URLProtocol
public typealias URLProtocolClient = FoundationNetworking.URLProtocolClient
public typealias HTTPCookie = FoundationNetworking.HTTPCookie
public typealias HTTPCookieStorage = FoundationNetworking.HTTPCookieStorage
public typealias HTTPCookiePropertyKey = FoundationNetworking.HTTPCookiePropertyKey

// MARK: Authentication

public typealias URLAuthenticationChallenge = FoundationNetworking.URLAuthenticationChallenge
public typealias URLAuthenticationChallengeSender = FoundationNetworking.URLAuthenticationChallengeSender
public typealias URLCredential = FoundationNetworking.URLCredential
public typealias URLCredentialStorage = FoundationNetworking.URLCredentialStorage
public typealias URLProtectionSpace = FoundationNetworking.URLProtectionSpace
