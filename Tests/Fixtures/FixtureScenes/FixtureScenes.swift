// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import SwiftUI

// An app of scenes, as one is written for Apple's platforms; it says what happens in the file `said` beside its bundle.

enum Words {
    static let folder = FileManager.default.currentDirectoryPath + "/../"

    static func say(_ text: String) {
        // What is said at the same time, by others too, comes behind it.
        let file = open(folder + "said", O_WRONLY | O_APPEND | O_CLOEXEC)
        let line = Array((text + "\n").utf8)
        _ = write(file, line, line.count)
        close(file)
    }
}

@main
struct FixtureScenes: App {
    @Environment(\.scenePhase) private var phase

    init() { Words.say("begun, \(phase)") }

    var body: some Scene {
        WindowGroup {
            Text("Scenes")
        }
        .backgroundTask(.appRefresh("refresh")) {
            Words.say("refreshing")
            await withTaskCancellationHandler {
                while FileManager.default.fileExists(atPath: Words.folder + "slow"), !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(10))
                }
            } onCancel: {
                Words.say("cancelled")
            }
        }
        .backgroundTask(.appRefresh) { identifier in Words.say("every refresh: \(identifier ?? "none")") }
        .backgroundTask(.snapshot) { _ in
            Words.say("a snapshot")
            return SnapshotResponse()
        }
        WindowGroup("Second") { EmptyView() }
            .backgroundTask(.appRefresh("second")) { Words.say("the second scene") }
    }
}
