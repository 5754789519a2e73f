// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading

// With several objects of one session, or with those that outlast what they were made for.
extension Errands {
    /// Begins something where nobody hears of it, and hears of it by another object of the same session.
    static func hearLater(_ url: URL) async {
        session(nil, "isStormy").downloadTask(with: url).resume()
        while !FileManager.default.fileExists(atPath: Words.folder + "go") {
            try? await Task.sleep(for: .milliseconds(10))
        }
        await withCheckedContinuation { continuation in
            let ended = Once { continuation.resume() }
            session(Listener({ ended.call() }), "isStormy").finishTasksAndInvalidate()
            Words.say("another one")
        }
    }

    /// Hears of what an earlier process has begun, with an object that nobody hears by made just after its own.
    static func hearBesideAnother() async {
        await withCheckedContinuation { continuation in
            let ended = Once { continuation.resume() }
            let objects = [session(Listener({ ended.call() }), "isStormy"), session(nil, "isStormy")]
            objects[0].finishTasksAndInvalidate()
            objects[1].getAllTasks { Words.say("there are \($0.count)") }
        }
    }

    /// Begins something, and ends: that is told to the service.
    static func leave(_ url: URL) {
        session(nil, "isStormy").downloadTask(with: url).resume()
    }

    /// Begins something, and is there until it is ended.
    static func stay(_ url: URL) async {
        let session = session(Listener(), "isStormy")
        session.downloadTask(with: url).resume()
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    }

    /// The same with an object that wants no more tasks.
    static func finish(_ url: URL) async {
        let session = session(Listener({ Words.say("invalid") }), "isStormy")
        session.downloadTask(with: url).resume()
        session.finishTasksAndInvalidate()
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    }
}
