// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AppHost
import AssetTestSupport
import Foundation
import Logging
import TaskScheduler
import Testing

@testable import AssetService

/// Whose the process of an app is, and what its end means.
@Suite struct KnownProcessTests {
    private func with(isStarted: Bool, _ body: (inout KnownProcess) throws -> Void) throws {
        let app = TestProcess()
        app.executableURL = URL(fileURLWithPath: "/bin/sleep")
        app.arguments = ["1000"]
        try app.run()
        defer {
            app.terminate()
            app.waitUntilExit()
        }
        let process = try #require(
            AppLauncher(busAddress: nil, environment: [:], logger: Logger(label: "test"))
                .adopt(app.processIdentifier, startedAt: nil, of: "app"))
        var known = KnownProcess(process, isStarted: isStarted)
        try body(&known)
    }

    @Test("The end of one that was started in the background is its own, unless somebody has ended it") func started()
        throws
    {
        try with(isStarted: true) { known in
            #expect(known.endCause == .itself && !known.isEnding)
            known.note(.quitting)
            #expect(known.endCause == .quitting && !known.isEnding)
            known.end()
            #expect(known.endCause == .quitting && known.isEnding)
        }
    }

    @Test("Of one that a person has opened nobody knows whether it was closed") func opened() throws {
        try with(isStarted: false) { known in
            #expect(known.endCause == .closing)
            known.end(by: .opening)
            #expect(known.endCause == .opening)
        }
    }

    @Test("Of the end of one that had nothing to do any more nobody is told, whoever ends it then") func dismissed()
        throws
    {
        try with(isStarted: true) { known in
            known.dismiss()
            known.end(by: .opening)
            #expect(known.endCause == nil && known.isEnding)
        }
    }

    @Test("One that a person has lifted is theirs, and goes on") func lifted() throws {
        try with(isStarted: true) { known in
            known.lift()
            #expect(!known.isStarted && !known.isBehind && !known.isEnding)
            #expect(known.endCause == .closing)
        }
    }

    @Test("One that was suspended is so again when it is done; one that was started for it never is") func suspended()
        throws
    {
        try with(isStarted: false) { known in
            known.noteResuming([7])
            #expect(known.resumed == [7] && known.isBehind)
            known.noteSuspending()
            #expect(!known.isBehind)
        }
        try with(isStarted: true) { known in
            known.noteResuming([7])
            #expect(known.isStarted && known.resumed.isEmpty)
        }
    }
}
