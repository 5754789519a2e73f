// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetStore
import Logging
import Synchronization
import Testing

@testable import AssetService

/// What changes while the disk is full, and while the database is at fault.
@Suite("What could not be recorded") struct ChangeRecorderTests {
    private final class Disk: Sendable {
        private let state = Mutex<(error: AssetStoreError?, recorded: [Int])>((nil, []))

        var recorded: [Int] { state.withLock { $0.recorded } }

        func fail(_ error: AssetStoreError?) { state.withLock { $0.error = error } }

        func record(_ change: Int) throws(AssetStoreError) {
            let error = state.withLock { state in
                if state.error == nil { state.recorded.append(change) }
                return state.error
            }
            if let error { throw error }
        }
    }

    private let disk = Disk()
    private let full = AssetStoreError.files("the disk is full", outOfSpace: true)
    private var recorder: ChangeRecorder<Int> {
        ChangeRecorder("what happens", changes: ChangeSignal(), logger: Logger(label: "test")) {
            [disk] (change, _) async throws(AssetStoreError) in try disk.record(change)
        }
    }

    @Test("What has happened is recorded when there is room, in its order, and before anything later") func order()
        async throws
    {
        let recorder = recorder
        await recorder.note(1)
        disk.fail(full)
        await recorder.note(2)
        await recorder.note(3)
        await recorder.retry()
        #expect(await recorder.nextAttempt(at: 100) == 130)
        // What is not to happen then is not kept.
        await #expect(throws: full) { try await recorder.record(4) }
        #expect(disk.recorded == [1])
        disk.fail(nil)
        try await recorder.record(5)
        #expect(disk.recorded == [1, 2, 3, 5])
        #expect(await recorder.nextAttempt(at: 100) == .infinity)
    }

    @Test("It is recorded also when nothing more happens, once") func retrying() async {
        let recorder = recorder
        disk.fail(full)
        await recorder.note(1)
        disk.fail(nil)
        await recorder.retry()
        await recorder.retry()
        #expect(disk.recorded == [1])
    }

    @Test("What cannot be recorded for another reason keeps nothing else from that") func fault() async {
        let recorder = recorder
        disk.fail(.unknownApp)
        await recorder.note(1)
        #expect(await recorder.nextAttempt(at: 100) == .infinity)
        disk.fail(full)
        await recorder.note(2)
        disk.fail(.unknownApp)
        await recorder.note(3)
        disk.fail(nil)
        await recorder.note(4)
        #expect(disk.recorded == [4])
    }
}
