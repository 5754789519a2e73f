// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Testing

/// Uploads to a server that behaves as App Store Connect.
@Suite("ba-transport and App Store Connect", .serialized, .timeLimit(.minutes(2))) struct StandInTests {
    @Test("C11: parts go to another host as it is said, with no token, and nothing is said of checksums")
    func uploading() async throws {
        try await StandIn.with { standIn in
            let run = try await standIn.upload("--wait")
            #expect(run.status == 0 && run.output.contains("COMPLETE"), "\(run)")
            #expect(standIn.parts == [1: 1, 2: 1, 3: 1])
            var sent: [UInt8] = []
            for request in standIn.store.requests.sorted(by: { $0.path < $1.path }) {
                let number = request.path.suffix(1)
                #expect(request.method == "PUT" && request["Authorization"] == nil && request["Idempotency-Key"] == nil)
                #expect(
                    request["Content-Type"] == "application/x-part-\(number)" && request["X-Amz-Checksum"] == "a, b")
                #expect(request["Content-Length"] == "\(request.body.count)" && request["Transfer-Encoding"] == nil)
                #expect(request.target.hasSuffix("?uploadId=u&partNumber=\(number)&Signature=s%2B1"))
                sent += request.body
            }
            #expect(sent == standIn.bytes)
            let commit = try #require(standIn.requests("PATCH", StandIn.file).first)
            #expect(
                String(decoding: commit.body, as: UTF8.self)
                    == #"{"data":{"attributes":{"uploaded":true},"id":"file-1","type":"backgroundAssetUploadFiles"}}"#)
            #expect(standIn.api.requests.allSatisfy { $0["Authorization"]?.hasPrefix("Bearer ey") == true })
            // Again: what is there is known by what was noted, since this server does not tell.
            standIn.serve(StandIn.versions, Self.list(standIn.version("COMPLETE")))
            let again = try await standIn.upload("--wait")
            #expect(again.status == 0 && again.errors.contains("version 7 has this archive already"), "\(again)")
            #expect(standIn.parts == [1: 1, 2: 1, 3: 1])
        }
    }

    /// A document about one resource as one about a list.
    private static func list(_ document: String) -> String {
        let resource = document.dropFirst(#"{"data":"#.count).dropLast(#","links":{"self":"x"}}"#.count)
        return #"{"data":[\#(resource)],"links":{"self":"x"}}"#
    }

    @Test("C11: an upload goes on where nothing is told of parts; when they are not there, they are sent again")
    func goingOn() async throws {
        try await StandIn.with { standIn in
            standIn.store.serve("/blob/3", [], faults: [.status(503), .status(503)])
            let first = try await standIn.upload("--parallel", "1", "--retries", "0")
            #expect(first.status == 69 && first.errors.contains("the same command goes on with the upload"), "\(first)")
            #expect(!first.errors.contains("Signature"), "\(first.errors)")
            standIn.serve(StandIn.versions, Self.list(standIn.version("AWAITING_UPLOAD")))
            standIn.serve(StandIn.file, standIn.file("AWAITING_UPLOAD"), finally: .none)
            // It has lost a part, and says so when all are said to be there.
            let missing =
                #"{"errors":[{"status":"409","code":"STATE_ERROR","title":"no","detail":"parts are missing"}]}"#
            standIn.serve(
                StandIn.file, standIn.file("AWAITING_UPLOAD"), faults: [.none, .status(409, body: missing)])
            standIn.store.serve("/blob/3", [])
            let second = try await standIn.upload("--wait")
            #expect(second.status == 0, "\(second)")
            #expect(second.errors.contains("going on with version 7, of which 2 of 3 parts are there"))
            #expect(standIn.parts == [1: 2, 2: 2, 3: 3])
            #expect(standIn.requests("POST", "/v1/backgroundAssetVersions").count == 1)
        }
    }

    @Test("C11: addresses that have expired are asked for anew") func expired() async throws {
        try await StandIn.with { standIn in
            standIn.store.serve("/blob/2", [], finally: .status(403, body: "<Error>Request has expired</Error>"))
            for number in 1...3 { standIn.store.serve("/new/\(number)", []) }
            let commit = Fault.status(200, body: standIn.file("UPLOAD_COMPLETE"))
            standIn.serve(
                StandIn.file, standIn.file("AWAITING_UPLOAD", path: "new"),
                finally: commit.unless { $0.method != "PATCH" })
            let run = try await standIn.upload("--wait", "--parallel", "1")
            #expect(run.status == 0, "\(run)")
            #expect(standIn.store.requests.map(\.path) == ["/blob/1", "/blob/2", "/new/2", "/new/3"])
        }
    }

    @Test("C11: a request that another server has begun is waited for, however few tries are wanted") func running()
        async throws
    {
        try await StandIn.with { standIn in
            let refusal =
                #"{"errors":[{"id":"1","status":"409","code":"STATE_ERROR.REQUEST_RUNNING","title":"t","detail":"d"}]}"#
            let running = Fault.status(409, headers: [("Retry-After", "0")], body: refusal)
            standIn.serve(
                "/v1/backgroundAssetVersions", standIn.version("AWAITING_UPLOAD"),
                faults: Array(repeating: running, count: 12))
            let run = try await standIn.upload("--retries", "1")
            #expect(run.status == 0, "\(run)")
            #expect(standIn.requests("POST", "/v1/backgroundAssetVersions").count == 13)
            let late = Fault.status(409, headers: [("Retry-After", "241")], body: refusal)
            standIn.serve("/v1/backgroundAssetVersions", standIn.version("AWAITING_UPLOAD"), finally: late)
            let refused = try await standIn.upload("--retries", "1")
            #expect(refused.status == 75 && refused.errors.contains("still does the same request"), "\(refused)")
        }
    }

    @Test("C11: what fails for a while is sent again under the same name, as late as the server wants it")
    func patience() async throws {
        try await StandIn.with { standIn in
            let busy = Fault.status(429, headers: [("Retry-After", "0")])
            let broken = Fault.status(500, headers: [("Retry-After", "0")], body: "oops")
            standIn.serve(
                "/v1/backgroundAssetVersions", standIn.version("AWAITING_UPLOAD"), faults: [busy, broken, .closing])
            standIn.store.serve(
                "/blob/2", [], faults: [.status(503, headers: [("Retry-After", "0")]), .cut(after: 0, abruptly: true)])
            standIn.serve(StandIn.app, "{}", faults: [.status(401)])
            standIn.serve(
                StandIn.app, #"{"data":{"type":"apps","id":"1234567890"}}"#, faults: [.status(401)])
            let run = try await standIn.upload()
            #expect(run.status == 0, "\(run)")
            let made = standIn.requests("POST", "/v1/backgroundAssetVersions")
            #expect(made.count == 4)
            #expect(
                Set(made.map { $0["Idempotency-Key"] ?? "" }).count == 1 && made[0]["Idempotency-Key"]?.isEmpty == false
            )
            #expect(standIn.parts[2] ?? 0 >= 2)
            #expect(standIn.requests("GET", StandIn.app).count == 2)
            let late = Fault.status(429, headers: [("Retry-After", "86400")])
            standIn.serve(StandIn.app, "{}", finally: late)
            let refused = try await standIn.run(["list", "--app", "1234567890"])
            #expect(refused.status == 75 && refused.errors.contains("fewer requests (429)"), "\(refused)")
        }
    }

    @Test(
        "Answers that make no sense end with a status of their own",
        arguments: [
            #"{"data":{"type":"apps"}}"#, "<html>a portal</html>", "", #"{"data":[1]}"#, #"{"data":{"type":1,"id":2}}"#,
        ])
    func nonsense(answer: String) async throws {
        try await StandIn.with { standIn in
            standIn.serve(StandIn.app, answer)
            let run = try await standIn.run(["list", "--app", "1234567890", "--json"])
            #expect(run.status == 76 && run.output.isEmpty, "\(run)")
        }
    }

    @Test("Parts that are not those of the archive, and pages elsewhere, are refused") func foreignParts() async throws
    {
        try await StandIn.with { standIn in
            let gap = standIn.file("AWAITING_UPLOAD").replacingOccurrences(of: #""offset":10"#, with: #""offset":11"#)
            standIn.serve("/v1/backgroundAssetUploadFiles", gap)
            let run = try await standIn.upload()
            #expect(run.status == 76 && standIn.store.requests.isEmpty, "\(run)")
            standIn.serve(
                StandIn.packs, #"{"data":[],"links":{"next":"https://elsewhere.example/v1/apps?cursor=a"}}"#)
            let list = try await standIn.run(["list", "--app", "1234567890"])
            #expect(list.status == 76 && list.errors.contains("another server"), "\(list)")
        }
    }

    @Test("What failed, and what a server has not got, is told") func failing() async throws {
        try await StandIn.with { standIn in
            standIn.serve(
                StandIn.version,
                standIn.version("FAILED", errors: #"[{"code":"ASSET_BAD","description":"It is bad"}]"#),
                faults: [.status(200, body: standIn.version("PROCESSING"))])
            let run = try await standIn.upload("--wait", "--json")
            #expect(run.status == 79 && run.errors.contains("ASSET_BAD: It is bad"), "\(run)")
            let result = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
            #expect(result[0]["state"] as? String == "FAILED" && result[0]["exitStatus"] as? Int == 79)
            standIn.serve(
                StandIn.packs,
                #"{"data":[{"type":"backgroundAssets","id":"pack-1","attributes":{"assetPackIdentifier":"Tutorial"}}]}"#
            )
            let pin = try await standIn.run([
                "release", "pin", "Tutorial", "--version", "1", "--context", "appstore", "--app", "1234567890",
            ])
            #expect(pin.status == 1 && pin.errors.contains("that is `ba-host`'s"), "\(pin)")
        }
    }

    @Test("Redirects, and a name that is not there, are told as what they are") func unreachable()
        async throws
    {
        try await StandIn.with { standIn in
            let nowhere = try await standIn.run(["apps", "--server", "https://nowhere.invalid", "--retries", "0"])
            #expect(nowhere.status == 69 && nowhere.errors.contains("nowhere.invalid is not found"), "\(nowhere)")
            let redirect = Fault.redirect(to: "https://elsewhere.example/")
            standIn.serve(StandIn.app, "{}", finally: redirect)
            let away = try await standIn.run(["list", "--app", "1234567890"])
            #expect(away.status == 65 && away.errors.contains("(302)"), "\(away)")
        }
    }

    @Test("C11: a version whose making was not answered is not made twice, by a later command either") func names()
        async throws
    {
        try await StandIn.with { standIn in
            standIn.serve("/v1/backgroundAssetVersions", standIn.version("AWAITING_UPLOAD"), faults: [.closing])
            #expect(try await standIn.upload("--retries", "0").status == 69)
            #expect(try await standIn.upload("--retries", "0").status == 0)
            let names = standIn.requests("POST", "/v1/backgroundAssetVersions").map { $0["Idempotency-Key"] ?? "" }
            #expect(names.count == 2 && names[0] == names[1] && !names[0].isEmpty)
            // One that is wanted on purpose is another.
            standIn.serve(StandIn.versions, Self.list(standIn.version("COMPLETE")))
            #expect(try await standIn.upload("--again").status == 0)
            let third = try #require(standIn.requests("POST", "/v1/backgroundAssetVersions").last)
            #expect(third["Idempotency-Key"] != names[0])
        }
    }

    @Test("C14: a server without a resource for it gets submissions for the external test by the other one")
    func submitting() async throws {
        try await StandIn.with { standIn in
            standIn.serve(
                StandIn.packs,
                #"{"data":[{"type":"backgroundAssets","id":"pack-1","attributes":{"assetPackIdentifier":"Tutorial"}}]}"#
            )
            standIn.serve(StandIn.versions, Self.list(standIn.version("COMPLETE")))
            let submit = ["submit", "Tutorial", "--app", "1234567890", "--context", "external", "--json"]
            // What says nothing of what it has not got is another server.
            let other = try await standIn.run(submit)
            #expect(other.status == 76 && other.errors.contains("no such server"), "\(other)")
            let absent = Fault.status(
                404, body: #"{"errors":[{"status":"404","code":"PATH_ERROR","title":"t","detail":"d"}]}"#)
            for type in ["betaBackgroundAssetReviewSubmissions", "betaAppReviewSubmissions"] {
                standIn.serve("/v1/\(type)", "{}", finally: absent)
            }
            let without = try await standIn.run(submit)
            #expect(without.status == 66, "\(without)")
            standIn.serve(
                "/v1/betaAppReviewSubmissions", #"{"data":{"type":"betaAppReviewSubmissions","id":"review-1"}}"#)
            let run = try await standIn.run(submit)
            #expect(run.status == 0 && run.output.contains("review-1"), "\(run)")
            let request = try #require(standIn.requests("POST", "/v1/betaAppReviewSubmissions").last)
            #expect(
                String(decoding: request.body, as: UTF8.self)
                    == #"{"data":{"relationships":{"backgroundAssetVersion":{"data":{"id":"version-1","type":"backgroundAssetVersions"}}},"type":"betaAppReviewSubmissions"}}"#
            )
        }
    }

    @Test("C15: what was let out after it was looked up, and so is taken by no submission, is found to be")
    func letOut() async throws {
        try await StandIn.with { standIn in
            standIn.serve(
                StandIn.packs,
                #"{"data":[{"type":"backgroundAssets","id":"pack-1","attributes":{"assetPackIdentifier":"Tutorial"}}]}"#
            )
            standIn.serve(StandIn.versions, Self.list(standIn.version("COMPLETE")))
            let submission = #"{"type":"reviewSubmissions","id":"review-1","attributes":{"state":"READY_FOR_REVIEW"}}"#
            standIn.serve("/v1/reviewSubmissions", #"{"data":[\#(submission)]}"#)
            standIn.serve("/v1/reviewSubmissions/review-1", #"{"data":\#(submission)}"#)
            standIn.serve("/v1/reviewSubmissions/review-1/items", #"{"data":[]}"#)
            standIn.serve(
                "/v1/reviewSubmissionItems", "{}",
                finally: .status(
                    409, body: #"{"errors":[{"status":"409","code":"STATE_ERROR","title":"t","detail":"d"}]}"#))
            let submit = ["submit", "Tutorial", "--app", "1234567890", "--context", "appstore", "--json"]
            let refused = try await standIn.run(submit)
            #expect(refused.status == 65, "\(refused)")
            standIn.serve(StandIn.version, standIn.version("COMPLETE", released: "READY_FOR_DISTRIBUTION"))
            let run = try await standIn.run(submit)
            #expect(run.status == 0 && run.output.contains("READY_FOR_DISTRIBUTION"), "\(run)")
        }
    }

    @Test("The proxy of the environment is used") func proxy() async throws {
        try await StandIn.with { standIn in
            try await FaultProxy.with { proxy in
                proxy.behave(finally: .status("403 Forbidden"))
                let address = "http://u:secret@127.0.0.1:\(proxy.port)"
                let arguments = ["apps", "--server", "https://packs.invalid:444", "--retries", "0"]
                let run = try await standIn.run(arguments, environment: ["https_proxy": address])
                #expect(run.status == 69 && !run.errors.contains("secret"), "\(run)")
                #expect(proxy.connects.map(\.target) == ["packs.invalid:444"])
                #expect(proxy.connects.first?["Proxy-Authorization"] == "Basic dTpzZWNyZXQ=")
                let environment = ["https_proxy": address, "no_proxy": "a.example, .invalid"]
                let direct = try await standIn.run(arguments, environment: environment)
                #expect(direct.status == 69 && proxy.connects.count == 1, "\(direct)")
                // This machine is reached without it.
                let here = try await standIn.run(
                    ["upload", "Tutorial.aar", "--pack", "Tutorial", "--app", "1234567890"],
                    environment: ["https_proxy": address])
                #expect(here.status == 0 && proxy.connects.count == 1, "\(here)")
                let wrong = try await standIn.run(
                    arguments, environment: ["HTTPS_PROXY": "socks5://u:secret@a.example"])
                #expect(wrong.status == 64 && wrong.errors.contains("HTTPS_PROXY"), "\(wrong)")
                #expect(!wrong.errors.contains("secret"))
            }
        }
    }
}
