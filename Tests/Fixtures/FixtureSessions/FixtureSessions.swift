// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import SwiftUI

// An app that asks whether it is stormy, as one is written for Apple's platforms. It is told by its arguments what to do when a person
// opens it.

@main
struct FixtureSessions: App {
    @Environment(\.scenePhase) private var phase

    init() {
        let arguments = CommandLine.arguments.dropFirst()
        guard !arguments.isEmpty else { return }
        Task {
            await Errands.run(Array(arguments))
            exit(0)
        }
    }

    var body: some Scene {
        WindowGroup { Text("Sessions") }
            .onChange(of: phase, initial: true) { before, now in
                if now == .active, CommandLine.arguments.count == 1 { Words.say("in front") }
                guard before != now, now == .background, let url = Words.weather else { return }
                URLSession(configuration: .background(withIdentifier: "isStormy")).downloadTask(with: url).resume()
            }
            .backgroundTask(.appRefresh("refresh")) {
                Words.say(await isStormy() ? "stormy" : "not known to be stormy")
            }
            .backgroundTask(
                .urlSession(matching: { _ in
                    // Whoever says which sessions are meant may ask for something itself.
                    if FileManager.default.fileExists(atPath: Words.folder + "asks") { askForRefresh() }
                    return false
                })
            ) { _ in }
            .backgroundTask(.urlSession("isStormy")) {
                Words.say("woken for isStormy")
                if FileManager.default.fileExists(atPath: Words.folder + "die") { kill(getpid(), SIGKILL) }
                if FileManager.default.fileExists(atPath: Words.folder + "absent") { return }
                // It does not wait for what its delegate hears.
                if FileManager.default.fileExists(atPath: Words.folder + "hasty") {
                    _ = URLSession(
                        configuration: .background(withIdentifier: "isStormy"), delegate: Listener(),
                        delegateQueue: nil)
                    return
                }
                if FileManager.default.fileExists(atPath: Words.folder + "leaving") { return await hearAndLeave() }
                await listen(to: "isStormy")
                while FileManager.default.fileExists(atPath: Words.folder + "busy") {
                    try? await Task.sleep(for: .milliseconds(10))
                }
            }
    }
}

func askForRefresh() {
    let request = BGAppRefreshTaskRequest(identifier: "refresh")
    request.earliestBeginDate = Date(timeIntervalSinceNow: 1000 * 86_400)
    do { try BGTaskScheduler.shared.submit(request) } catch { Words.say("\(error)") }
}

/// Hears of all that has happened in a session.
func listen(to identifier: String) async {
    await withCheckedContinuation { continuation in
        let count = Once { continuation.resume() }
        let configuration = URLSessionConfiguration.background(withIdentifier: identifier)
        _ = URLSession(
            configuration: configuration, delegate: Listener(events: { count.call() }), delegateQueue: nil)
    }
}

/// Hears of what has happened with an object that wants no more tasks.
func hearAndLeave() async {
    await withCheckedContinuation { continuation in
        let ended = Once { continuation.resume() }
        URLSession(
            configuration: .background(withIdentifier: "isStormy"), delegate: Listener({ ended.call() }),
            delegateQueue: nil
        ).finishTasksAndInvalidate()
    }
    Words.say("has left")
}

func isStormy() async -> Bool {
    guard let url = Words.weather else { return false }
    let configuration = URLSessionConfiguration.background(withIdentifier: "isStormy")
    configuration.sessionSendsLaunchEvents = true
    let session = URLSession(configuration: configuration)
    let request = URLRequest(url: url)
    let response = await withTaskCancellationHandler {
        try? await session.data(for: request)
    } onCancel: {
        session.downloadTask(with: request).resume()
    }
    return response.map { String(decoding: $0.0, as: UTF8.self).contains("storm") } ?? false
}
