// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServiceInterface
import Testing

@testable import AssetService

@Suite("What may be scheduled") struct FileRulesTests {
    private func file(_ change: (inout FileDownload) -> Void = { _ in }) -> FileDownload {
        var file = FileDownload(
            id: UUID().uuidString, identifier: "one", request: FileRequest(url: "https://example.com/one"), fileSize: 0,
            groupID: "group.a", essential: false, priority: 0)
        change(&file)
        return file
    }

    private func check(_ file: FileDownload) throws { try FileRules.check(file, of: "com.example.game") }
    private func checkScheduling(_ file: FileDownload) throws {
        try FileRules.checkScheduling(file, of: "com.example.game")
    }

    @Test("What can be downloaded may be scheduled") func validFiles() throws {
        try check(file())
        try check(
            file {
                ($0.fileSize, $0.essential, $0.priority) = (1, true, -100)
                $0.identifier = String(repeating: "ä", count: 512)
                $0.request.headers = [.init(name: "Authorization", value: "Bearer x")]
            })
        try check(file { $0.priority = 100 })
    }

    @Test(
        "What can never be downloaded is refused, and the error says why",
        arguments: [
            ("unique identifier", { @Sendable in $0.id = "1" }), ("identifier", { $0.identifier = "" }),
            ("identifier", { $0.identifier = String(repeating: "ä", count: 513) }),
            ("priority", { $0.priority = 101 }), ("priority", { $0.priority = .min }),
            ("file size", { $0.fileSize = -1 }), ("exactly", { $0.essential = true }),
            ("app group", { $0.groupID = "../x" }), ("app group", { $0.groupID = "" }),
            ("https", { $0.request.url = "http://example.com/one" }), ("host", { $0.request.url = "one" }),
            ("method", { $0.request.method = "GET /" }),
            ("header", { $0.request.headers = [.init(name: "A", value: "secret\r\nB: c")] }),
            ("body", { $0.request.body = Data(count: 2 << 20) }),
        ] as [(String, @Sendable (inout FileDownload) -> Void)])
    func invalidFiles(_ reason: String, _ change: @Sendable (inout FileDownload) -> Void) {
        let error = #expect(throws: ServiceError.self) { try check(file(change)) }
        #expect(error?.code == .downloadInvalid)
        #expect(error?.message.contains(" of com.example.game ") == true)
        #expect(error?.message.contains(reason) == true, "\(String(describing: error))")
        #expect(error?.message.contains("secret") == false)
    }

    @Test("A name that is far too long is not repeated whole") func longNames() {
        for change in [
            { $0.identifier = String(repeating: "ä", count: 100_000) },
            { $0.groupID = String(repeating: "/", count: 100_000) },
        ] as [(inout FileDownload) -> Void] {
            let error = #expect(throws: ServiceError.self) { try check(file(change)) }
            #expect((300..<900).contains(error?.message.utf8.count ?? 0), "\(String(describing: error))")
            #expect(error?.message.contains("…") == true)
            #expect((error?.subject?.utf8.count ?? .max) <= 400)
        }
    }

    @Test("Essential downloads are the extension's to ask for") func essentialFiles() throws {
        try checkScheduling(file())
        let error = #expect(throws: ServiceError.self) {
            try checkScheduling(
                file {
                    $0.essential = true
                    $0.fileSize = 1
                })
        }
        #expect(error?.code == .essentialDownloadNotPermitted)
        #expect(error?.message.contains(" of com.example.game is essential") == true)
        #expect(error?.message.contains("removingEssential()") == true)
    }
}
