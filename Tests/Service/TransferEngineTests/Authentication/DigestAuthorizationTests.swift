// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TransferEngine

/// The examples of RFC 7616 and RFC 2617, and what they do not show.
@Suite("Digest authentication") struct DigestAuthorizationTests {
    private let nonces =
        "nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\""

    private func answer(
        _ challenge: String, _ credential: HTTPCredential, method: String = "GET", uri: String = "/dir/index.html",
        body: [UInt8] = [], clientNonce: String = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    ) -> String? {
        guard let parsed = HTTPChallenge.parse([challenge]).first, let digest = DigestAuthorization(parsed) else {
            return nil
        }
        return digest.value(credential, method: method, uri: uri, body: body, clientNonce: clientNonce)
    }

    @Test(
        "RFC 7616, 3.9.1",
        arguments: [
            ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
            ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
        ])
    func example(_ algorithm: String, _ response: String) throws {
        let value = try #require(
            answer(
                "Digest realm=\"http-auth@example.org\", qop=\"auth, auth-int\", algorithm=\(algorithm), \(nonces)",
                .init(user: "Mufasa", password: "Circle of Life")))
        #expect(value.contains("response=\"\(response)\""))
        #expect(value.contains("username=\"Mufasa\""))
        #expect(value.contains("nc=00000001"))
        #expect(value.contains("qop=auth,") || value.contains("qop=auth"))
        #expect(value.contains("opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\""))
        #expect(!value.contains("Circle"))
    }

    @Test("RFC 2617: with qop, and before there was one") func older() {
        let challenge = "Digest realm=\"testrealm@host.com\", nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\""
        let credential = HTTPCredential(user: "Mufasa", password: "Circle Of Life")
        #expect(
            answer(challenge + ", qop=auth", credential, clientNonce: "0a4f113b")?
                .contains("response=\"6629fae49393a05397450978507c4ef1\"") == true)
        let plain = answer(challenge, credential)
        #expect(plain?.contains("response=\"670fd8c2df070c60b045671b8b24ff02\"") == true)
        #expect(plain?.contains("qop") == false)
        #expect(plain?.contains("algorithm") == false)
    }

    @Test("Sessions, hidden names and quotes") func others() {
        let credential = HTTPCredential(user: "J\"s", password: "p")
        let session = answer("Digest realm=r, nonce=n, qop=auth, algorithm=MD5-sess", credential, clientNonce: "c")
        let plain = answer("Digest realm=r, nonce=n, qop=auth, algorithm=MD5", credential, clientNonce: "c")
        #expect(session?.contains("algorithm=MD5-sess") == true)
        #expect(plain?.contains("username=\"J\\\"s\"") == true)
        #expect(
            session?.split(separator: "response").last?.prefix(35)
                != plain?.split(separator: "response").last?.prefix(35))
        let hidden = answer("Digest realm=r, nonce=n, qop=auth, userhash=true", credential)
        #expect(hidden?.contains("userhash=true") == true)
        #expect(hidden?.contains("J\\\"s") == false)
    }

    @Test("A body is part of it only where the server has nothing else") func bodies() {
        let credential = HTTPCredential(user: "u", password: "p")
        let one = answer(
            "Digest realm=r, nonce=n, qop=auth-int", credential, method: "POST", body: [1], clientNonce: "c")
        let other = answer(
            "Digest realm=r, nonce=n, qop=auth-int", credential, method: "POST", body: [2], clientNonce: "c")
        #expect(one?.contains("qop=auth-int") == true)
        #expect(one != other)
    }

    @Test(
        "What is not known here, or is none",
        arguments: [
            "Digest realm=r", "Digest nonce=n", "Digest realm=r, nonce=n, algorithm=SHA-512-256",
            "Digest realm=r, nonce=n, qop=other", "Basic realm=r, nonce=n",
        ])
    func unknown(_ challenge: String) { #expect(answer(challenge, .init(user: "u", password: "p")) == nil) }

    @Test("Nothing that ends a line gets into a header") func lineBreaks() {
        #expect(answer("Digest realm=r, nonce=n", .init(user: "a\r\nX: y", password: "p")) == nil)
        #expect(HTTPCredential(user: "a\nb", password: "p").basic == nil)
        #expect(HTTPCredential(user: "a:b", password: "p").basic == nil)
        #expect(HTTPCredential(user: "", password: "p\r\n").bearer == nil)
        #expect(HTTPCredential(user: "u", password: "p").basic == "Basic dTpw")
        #expect("\(HTTPCredential(user: "u", password: "secret"))".contains("secret") == false)
    }
}
