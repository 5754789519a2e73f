// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation
import FoundationNetworking
import Testing

@Suite(.timeLimit(.minutes(2))) struct BADownloadTests {
    private func download(essential: Bool = true) throws -> BAURLDownload {
        var request = URLRequest(url: try #require(URL(string: "https://example.org/a?b=c")))
        request.httpMethod = "POST"
        request.setValue("v", forHTTPHeaderField: "X-Name")
        request.httpBody = Data([1, 2, 3])
        return BAURLDownload(
            identifier: "s1", request: request, essential: essential, fileSize: 42,
            applicationGroupIdentifier: "group.example", priority: .max)
    }

    @Test func hasWhatItWasMadeOf() throws {
        let download = try download()
        #expect(download.identifier == "s1")
        #expect(download.isEssential)
        #expect(download.priority == .max)
        #expect(download.state == .created)
        #expect(!download.uniqueIdentifier.isEmpty)
        #expect(type(of: download) == BAURLDownload.self)
        let url = try #require(URL(string: "https://example.org"))
        let plain = BAURLDownload(
            identifier: "p", request: URLRequest(url: url), fileSize: 1, applicationGroupIdentifier: "g")
        #expect(!plain.isEssential)
        #expect(plain.priority == .default)
        #expect(
            BAURLDownload(identifier: "p", request: URLRequest(url: url), applicationGroupIdentifier: "g").fileSize == 0
        )
        #expect(
            BAURLDownload(
                identifier: "p", request: URLRequest(url: url), applicationGroupIdentifier: "g", priority: .min
            ).priority == BADownload.Priority(-100))
    }

    @Test func prioritiesHaveTheirNumbers() {
        #expect(BADownload.Priority.min.rawValue == -100)
        #expect(BADownload.Priority.default.rawValue == 0)
        #expect(BADownload.Priority.max.rawValue == 100)
        #expect(BADownload.Priority(rawValue: 7) == BADownload.Priority(7))
        #expect(BADownload.State(rawValue: -1) == .failed)
    }

    @Test func losingEssentialMakesANewDownloadOfTheSameThing() throws {
        let essential = try download()
        let copy: BAURLDownload = essential.removingEssential()
        #expect(!copy.isEssential)
        #expect(copy.identifier == "s1")
        #expect(copy.uniqueIdentifier != essential.uniqueIdentifier)
        #expect(copy.request == essential.request)
        #expect(copy.fileSize == 42)
        #expect(copy.applicationGroupIdentifier == "group.example")
        #expect(type(of: copy) == BAURLDownload.self)
        let base: BADownload = essential
        #expect(base.removingEssential() is BAURLDownload)
    }

    @Test func equalityIsTheSystemsName() throws {
        let first = try download()
        let second = try download()
        #expect(first != second)
        #expect(Set<BADownload>([first, second, first]).count == 2)
        #expect((first.copy() as? BADownload) == first)
    }

    @Test("A download survives archiving, whatever its request has", arguments: [true, false], [true, false])
    func survivesArchiving(hasHeaders: Bool, hasBody: Bool) throws {
        var request = URLRequest(url: try #require(URL(string: "https://example.org/a?b=c")))
        if hasHeaders { request.setValue("v", forHTTPHeaderField: "X-Name") }
        if hasBody {
            request.httpMethod = "POST"
            request.httpBody = Data([1, 2, 3])
        }
        let download = BAURLDownload(
            identifier: "s1", request: request, essential: true, fileSize: 42,
            applicationGroupIdentifier: "group.example", priority: .max)
        let data = try NSKeyedArchiver.archivedData(withRootObject: download, requiringSecureCoding: true)
        let again = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: BAURLDownload.self, from: data))
        #expect(again == download)
        #expect(again.identifier == "s1")
        #expect(again.isEssential)
        #expect(again.priority == .max)
        #expect(again.state == .created)
        #expect(again.fileSize == 42)
        #expect(again.applicationGroupIdentifier == "group.example")
        #expect(again.request.url == request.url)
        #expect(again.request.httpMethod == (hasBody ? "POST" : "GET"))
        #expect(again.request.value(forHTTPHeaderField: "X-Name") == (hasHeaders ? "v" : nil))
        #expect(again.request.httpBody == (hasBody ? Data([1, 2, 3]) : nil))
    }

    @Test func limitsSurviveArchiving() throws {
        for (size, essential) in [(nil, nil), (0, 5), (7, nil)] as [(Int?, Int?)] {
            let info = BAAppExtensionInfo(
                restrictedDownloadSizeRemaining: size, restrictedEssentialDownloadSizeRemaining: essential)
            let data = try NSKeyedArchiver.archivedData(withRootObject: info, requiringSecureCoding: true)
            let again = try #require(
                try NSKeyedUnarchiver.unarchivedObject(ofClass: BAAppExtensionInfo.self, from: data))
            #expect(again.restrictedDownloadSizeRemaining == size)
            #expect(again.restrictedEssentialDownloadSizeRemaining == essential)
        }
    }
}
