// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Code that imports Foundation alone, whose answers are what its functions return.
final class AsyncListener: NSObject, URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodHTTPBasic,
            let password = try? String(contentsOfFile: Words.folder + "password", encoding: .utf8)
        else { return (.performDefaultHandling, nil) }
        Words.say("asked in an async function")
        return (.useCredential, URLCredential(user: "ada", password: password, persistence: .forSession))
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse
    ) async -> URLSession.ResponseDisposition {
        Words.say(
            "response of \(dataTask.countOfBytesExpectedToReceive == NSURLSessionTransferSizeUnknown ? "?" : "a size")")
        return .allow
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        Words.say("data \(String(decoding: data, as: UTF8.self))")
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) { Words.say("invalid") }
}
