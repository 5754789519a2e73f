// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HostingStorage

/// The examples of Amazon's own documentation of Signature Version 4.
@Suite struct S3SignerTests {
    private static let signer = S3Signer(
        credentials: S3Credentials(
            accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
        region: "us-east-1")
    /// 24 May 2013, 0 o'clock.
    private static let time: Double = 1_369_353_600
    private static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    @Test func signsAListing() {
        let headers = Self.signer.headers(
            "GET", host: "examplebucket.s3.amazonaws.com", path: "/", query: [("prefix", "J"), ("max-keys", "2")],
            payload: Self.empty, time: Self.time)
        #expect(
            headers.last?.1
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
                + "SignedHeaders=host;x-amz-content-sha256;x-amz-date, "
                + "Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
        #expect(headers.first { $0.0 == "x-amz-date" }?.1 == "20130524T000000Z")
    }

    @Test func signsAnAddress() {
        let query = Self.signer.presignedQuery(
            "GET", host: "examplebucket.s3.amazonaws.com", path: "/test.txt", query: [], seconds: 86400,
            time: Self.time)
        #expect(query.last?.1 == "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404")
    }

    @Test func encodesWhatIsNotUnreserved() {
        #expect(S3Signer.encoded("a/b c+ä~") == "a%2Fb%20c%2B%C3%A4~")
        #expect(S3Signer.encoded("/a/b c", isPath: true) == "/a/b%20c")
        #expect(S3Signer.encodedQuery([("uploads", ""), ("b", "2"), ("B", "1")]) == "B=1&b=2&uploads=")
    }

    @Test func secretsAreNotShown() {
        let credentials = S3Credentials(accessKey: "key", secretKey: "hidden", sessionToken: "hidden, too")
        #expect(!"\(credentials)".contains("hidden"))
    }
}
