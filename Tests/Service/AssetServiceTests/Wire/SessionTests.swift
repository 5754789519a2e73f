// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing
import Varlink

@testable import AssetService

@Suite struct SessionTests {
    private func session(_ caller: Session.Caller) -> Session { Session(id: 1, processID: 42, caller: caller) }

    private func error(_ session: Session, _ name: String?) -> ServiceError? {
        do throws(ServiceError) {
            _ = try session.bundleID(named: name)
            return nil
        } catch { return error }
    }

    @Test func aToolNamesTheApp() throws {
        #expect(try session(.tool).bundleID(named: "a") == "a")
        let unnamed = error(session(.tool), nil)
        #expect(unnamed?.code == .notAttributed)
        #expect(unnamed?.message.contains("process 42") == true)
    }

    @Test(arguments: [Session.Caller.app(bundleID: "own"), .downloaderExtension(bundleID: "own")])
    func anAppIsWhoItIs(_ caller: Session.Caller) throws {
        #expect(try session(caller).bundleID(named: nil) == "own")
        #expect(try session(caller).bundleID(named: "own") == "own")
        let other = error(session(caller), "other")
        #expect(other?.code == .notAttributed)
        #expect(other?.subject == "other")
    }

    @Test func onlyHelloMakesAnAppRun() {
        let activity = ActivityMonitor()
        let session = session(.tool)
        activity.opened(session)
        session.adopt(.app(bundleID: "a"))
        #expect(!activity.isRunning("a"))
        session.identify(.app(bundleID: "a"))
        #expect(activity.isRunning("a"))
        #expect(!activity.isRunning("b"))
        activity.closed(session)
        #expect(!activity.isRunning("a"))
        #expect(activity.connectionCount == 0)
        #expect(activity.nextID() != activity.nextID())
    }

    @Test func callsWithoutAnIDAreNewOnes() {
        let tool = session(.tool)
        #expect(CallKey(tool, "m", nil) == nil)
        #expect(CallKey(tool, "m", "") == nil)
        #expect(CallKey(tool, "m", String(repeating: "x", count: CallKey.largestIDLength + 1)) == nil)
        #expect(CallKey(tool, "m", "1") == CallKey(session(.tool), "m", "1"))
        #expect(CallKey(tool, "m", "1") != CallKey(tool, "n", "1"))
        #expect(CallKey(tool, "m", "1") != CallKey(session(.app(bundleID: "a")), "m", "1"))
    }
}
