// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServiceInterface
import Testing

@testable import ProgressPage

@Suite struct PageContentTests {
    private func app(
        _ bundleID: String, _ name: String, _ state: AppRecord.State, fraction: Double? = nil, note: String? = nil
    ) -> AppRecord {
        AppRecord(
            bundleID: bundleID, name: name, version: "1.0", build: "1", state: state, fraction: fraction,
            appGroupID: nil, origin: "local", path: nil, packBytes: 0, hasAssetPacks: true, note: note)
    }

    private func download(
        _ bundleID: String, _ packID: String, _ state: DownloadRecord.State, waiting: String? = nil
    ) -> DownloadRecord {
        DownloadRecord(
            bundleID: bundleID, packID: packID, version: 1, state: state, essential: false, completedBytes: 500,
            totalBytes: 2000, waiting: waiting)
    }

    private func records(_ phase: InstallationProgress.Phase = .downloadingAssets) -> PageRecords {
        var records = PageRecords()
        records.apps = [
            app("a.ready", "Alpha", .ready), app("a.busy", "Busy", .ready),
            app("a.game", "Game", .installing, fraction: 0.4),
        ]
        records.downloads = [
            download("a.busy", "Level", .downloading),
            download("a.busy", "Music", .waiting, waiting: "the device is offline"),
        ]
        records.progress["a.game"] = InstallationProgress(
            bundleID: "a.game", phase: phase, fraction: 0.426, completedBytes: 12_000_000, totalBytes: 24_000_000)
        return records
    }

    @Test func whatGoesOnComesFirst() {
        let content = PageContent(records(), of: nil, base: "/k")
        #expect(content.apps.map(\.name) == ["Game", "Busy", "Alpha"])
        #expect(content.title == "Background Assets" && content.address == "/k/" && !content.isOfOneApp)
        let game = content.apps[0]
        #expect(game.percent == 42 && game.state == "fetching assets, 12 MB of 24 MB")
        #expect(game.controls.map(\.label) == ["Pause", "Cancel"])
        #expect(game.controls.map(\.address) == ["/k/apps/a.game/pause", "/k/apps/a.game/cancel"])
        let busy = content.apps[1]
        #expect(busy.percent == nil && busy.more == nil)
        #expect(busy.downloads.map(\.state) == ["downloading, 25 % of 2 kB", "waiting, 25 % of 2 kB"])
        #expect(busy.downloads[1].waiting == "the device is offline")
        #expect(busy.controls.map(\.label) == ["Pause downloads", "Cancel downloads"])
        #expect(content.apps[2].controls.isEmpty && content.apps[2].state == "ready")
        // Without figures, which change all the time.
        #expect(content.announcement == "Game: fetching assets. Busy: ready")
    }

    @Test func whatIsPausedIsResumed() {
        var records = records(.paused)
        records.downloads = records.downloads.map { record in
            var record = record
            record.state = .paused
            return record
        }
        let content = PageContent(records, of: nil, base: "/k")
        #expect(
            content.apps[0].controls.map(\.label) == ["Resume", "Cancel"])
        #expect(content.apps[1].controls.map(\.label) == ["Resume downloads", "Cancel downloads"])
        // It keeps the keyboard's focus.
        let pausing = PageContent(self.records(), of: nil, base: "/k")
        #expect(content.apps[0].controls.map(\.id) == pausing.apps[0].controls.map(\.id))
    }

    @Test("Of an app with one download paused and one not, each can be had") func pausedInPart() {
        var records = records()
        records.downloads[0].state = .paused
        let busy = PageContent(records, of: nil, base: "/k").apps[1]
        #expect(busy.controls.map(\.label) == ["Pause downloads", "Resume downloads", "Cancel downloads"])
        #expect(Set(busy.controls.map(\.id)).count == 3)
    }

    @Test("What is wrong is not covered by the word that no app is here") func problem() {
        #expect(PageContent(PageRecords(), of: nil, base: "/k").isEmpty)
        #expect(!PageContent(PageRecords(), of: "a", base: "/k", problem: "a is not installed.").isEmpty)
    }

    @Test("A pack that nobody has asked for is no wait") func onDemand() {
        var records = records()
        records.explanations["a.game"] = [
            Explanation(
                subject: "Extra of a.game", state: "not here", condition: .notAskedFor, reason: "nobody asked for it",
                endsWhen: "the app asks for it")
        ]
        #expect(
            PageContent(records, of: "a.game", base: "/k").apps.first?.notes.contains { $0.contains("Extra") } == false)
    }

    @Test func onePageOfAnApp() {
        var records = records()
        records.apps.removeFirst(2)
        records.explanations["a.game"] = [
            Explanation(
                subject: "a.game", state: "installing", condition: .installing, reason: "it is at 42 %",
                endsWhen: "it is whole"),
            Explanation(
                subject: "the extension", state: "waiting", condition: .behindExtensions, reason: "others run",
                endsWhen: "one ends"),
            Explanation(subject: "another", state: "ready", condition: nil, reason: "it may run"),
        ]
        let content = PageContent(records, of: "a.game", base: "/k")
        #expect(content.title == "42 % – Game" && content.address == "/k/apps/a.game" && content.isOfOneApp)
        #expect(content.apps[0].notes == ["the extension: others run. This ends when one ends"])
    }

    @Test func aLongQueueIsShownInPart() throws {
        var records = records()
        records.downloads = (0..<10_000).map { download("a.busy", "\($0)", .waiting) }
        let content = PageContent(records, of: nil, base: "/k")
        #expect(content.apps[1].downloads.count == 20 && content.apps[1].more == "and 9980 more")
        #expect(try PageTemplate().html(content).contains("<p>and 9980 more</p>"))
    }

    @Test func unknownSizes() {
        var records = records()
        records.downloads[0].totalBytes = 0
        #expect(PageContent(records, of: nil, base: "/k").apps[1].downloads[0].state == "downloading")
    }

    @Test(arguments: [-1, 2, .nan, .infinity] as [Double]) func impossibleFractions(_ fraction: Double) {
        var records = PageRecords()
        records.apps = [app("a", "A", .installing, fraction: fraction)]
        let percent = PageContent(records, of: nil, base: "/k").apps[0].percent
        #expect(percent.map { (0...100).contains($0) } == true)
    }

    @Test func html() throws {
        let template = try PageTemplate()
        let html = template.html(PageContent(records(), of: nil, base: "/k"))
        #expect(
            html.contains(#"<progress max="100" value="42" aria-labelledby="app-a.game">42 %</progress>"#), "\(html)")
        #expect(
            html.contains(
                #"<form method="post" action="/k/apps/a.game/pause"><button id="app-a.game-pause" aria-describedby="app-a.game">Pause"#
            ))
        #expect(html.contains("waits: the device is offline"))
        #expect(html.contains(#"content="2; url=/k/""#))
        #expect(html.count(of: "<section") == 3 && html.count(of: "<progress") == 1 && html.count(of: "<form") == 4)
        #expect(!html.contains("{{") && !html.contains("Optional"))
    }

    @Test func nothingThatIsFilledInIsTakenForThePage() throws {
        let hostile = #"<script>alert("1")</script>&"#
        var records = PageRecords()
        records.apps = [app(hostile, hostile, .installing, fraction: 0, note: hostile)]
        records.downloads = [download(hostile, hostile, .waiting, waiting: hostile)]
        let html = try PageTemplate().html(PageContent(records, of: hostile, base: "/k", problem: hostile))
        #expect(html.count(of: "<script") == 1, "the page's own")
        #expect(html.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;"))
        // What went wrong is to be read.
        #expect(!html.contains("http-equiv"))
    }

    @Test func nothingIsHere() throws {
        let html = try PageTemplate().html(PageContent(PageRecords(), of: nil, base: "/k"))
        #expect(html.contains("No app is here."))
        #expect(html.contains("ba install SOURCE"))
    }
}

extension String {
    fileprivate func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
