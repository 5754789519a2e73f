// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Glibc
import ServiceInterface
import Testing

@testable import AssetService

@Suite("D6: The time zone of dates", .timeLimit(.minutes(1))) struct LocalTimeZoneTests {
    /// Puts a link in the place of another, as `timedatectl` does.
    private func set(_ zone: String, in folder: TemporaryFolder) throws {
        let (new, link) = (folder.path("localtime.new"), folder.path("localtime"))
        try FileManager.default.createSymbolicLink(atPath: new, withDestinationPath: "/usr/share/zoneinfo/" + zone)
        #expect(rename(new, link) == 0)
    }

    @Test("It is the one that the machine has been set to, and a change of it is told") func change() async throws {
        try await TemporaryFolder.with { folder in
            try set("Europe/Berlin", in: folder)
            let zone = LocalTimeZone(folder: folder.path, isFixed: false)
            #expect(zone.current.identifier == "Europe/Berlin")
            var changes = try zone.changes().makeAsyncIterator()
            try set("Asia/Tokyo", in: folder)
            await changes.next()
            try await eventually { zone.current.identifier == "Asia/Tokyo" }
        }
    }

    @Test("Where nothing says which, and where the environment does, it is Foundation's") func others() async throws {
        try await TemporaryFolder.with { folder in
            #expect(LocalTimeZone(folder: folder.path, isFixed: false).current == .current)
            try set("No/Where", in: folder)
            #expect(LocalTimeZone(folder: folder.path, isFixed: false).current == .current)
            try set("Asia/Tokyo", in: folder)
            let fixed = LocalTimeZone(folder: folder.path, isFixed: true)
            #expect(fixed.current == .current)
            for await _ in try fixed.changes() { Issue.record("it does not change") }
        }
    }

    @Test("What is asked for while it changes has its date in the new one") func meanwhile() async throws {
        try await TemporaryFolder.with { folder in
            try set("Asia/Tokyo", in: folder)
            let (service, _) = try await NotificationsRig.makeService(
                in: folder, timeZone: LocalTimeZone(folder: folder.path, isFixed: false))
            let running = Task { await service.run() }
            let nine = NotificationTrigger(date: NotificationDate(DateComponents(hour: 9)), repeats: false)
            for number in 0..<20 {
                // Neither has summer time, and nine is another hour of the day there.
                let (zone, hour) = number.isMultiple(of: 2) ? ("America/Phoenix", 16) : ("Asia/Tokyo", 0)
                async let added: Void = service.add(
                    NotificationRequest(
                        identifier: "\(number)", content: NotificationContent(title: "Good morning"), trigger: nine),
                    of: NotificationsRig.bundleID, answer: nil)
                try set(zone, in: folder)
                try await added
                // Of this one, and of all that was asked for before.
                try await eventually {
                    let times = await service.records(of: NotificationsRig.bundleID).map(\.next)
                    return times.count == number + 1
                        && times.allSatisfy { $0?.truncatingRemainder(dividingBy: 86_400) == Double(hour) * 3600 }
                }
            }
            running.cancel()
            await running.value
        }
    }
}
