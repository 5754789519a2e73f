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

struct Place: View {
    @State private var city = "Cupertino"
    @Environment(\.scenePhase) private var phase

    var body: some View {
        Text(city).padding()
            .task { city = "Paris" }
            .onAppear { Words.say("nothing is shown") }
            .onChange(of: phase) { _, _ in Words.say("nothing is shown") }
    }
}

@main
struct FixtureScenes: App {
    @Environment(\.scenePhase) private var phase

    init() {
        Words.say("begun, \(phase)" + (ProcessInfo.processInfo.isLowPowerModeEnabled ? ", saving" : ""))
        // What is done for it is registered later.
        if CommandLine.arguments.contains("ask") { Self.ask("second") }
        // It reads for as long as it runs, and holds on to standard input meanwhile.
        if CommandLine.arguments.contains("read") { Thread.detachNewThread { while readLine() != nil {} } }
    }

    /// Asks on another thread, when the app is there and its handlers are not.
    static func askAside() {
        guard CommandLine.arguments.contains("aside") else { return }
        let asked = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            // At a time that no clock of a test comes to.
            ask("second", at: Date(timeIntervalSince1970: 4e9))
            asked.signal()
        }
        asked.wait()
    }

    nonisolated static func ask(_ identifier: String, at date: Date = Date(timeIntervalSinceNow: 3600)) {
        let request = BGAppRefreshTaskRequest(identifier: identifier)
        request.earliestBeginDate = date
        do { try BGTaskScheduler.shared.submit(request) } catch { Words.say("\(error)") }
    }

    var body: some Scene {
        let _ = Self.askAside()
        WindowGroup {
            Place()
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
        WindowGroup("Second", id: "second") { EmptyView() }
            .backgroundTask(.appRefresh("second")) { Words.say("the second scene") }
            .onChange(of: phase, initial: true) { Words.say("\($0) to \($1)") }
            .onChange(of: phase) { if phase == .background { Self.ask("second") } }
            .onChange(of: 1) { Words.say("one is not one") }
    }
}
