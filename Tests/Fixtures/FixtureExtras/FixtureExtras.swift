// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssetsExtras
import BackgroundTasks

/// An app that uses what Apple has not got. It says what happens in the file `said` beside its bundle.
@main
struct FixtureExtras {
    struct Storm: Error {}

    static let folder = FileManager.default.currentDirectoryPath + "/../"

    static func say(_ text: String) {
        // What is said at the same time, by others too, comes behind it.
        let file = open(folder + "said", O_WRONLY | O_APPEND | O_CLOEXEC)
        let line = Array((text + "\n").utf8)
        _ = write(file, line, line.count)
        close(file)
    }

    static func handle(_ task: BGTask) async throws {
        say("launched \(task.identifier), \(task.expirationReason.map { "\($0)" } ?? "no reason")")
        switch (try? String(contentsOfFile: folder + "do-\(task.identifier)", encoding: .utf8)) ?? "complete" {
        case "throw": throw Storm()
        case let what where what == "wait" || what == "expire":
            if what == "expire" {
                try BGTaskScheduler.shared.simulateExpiration(forTaskWithIdentifier: task.identifier)
            }
            do { try await Task.sleep(for: .seconds(3600)) } catch {
                say("cancelled \(task.identifier), \(task.expirationReason.map { "\($0)" } ?? "no reason")")
            }
        default: break
        }
    }

    static func main() async throws {
        // A process that only asks for something is handed no tasks.
        for identifier in CommandLine.arguments.count == 1 ? ["refresh", "second"] : [] {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier) { try await handle($0) }
        }
        if CommandLine.arguments.count == 1 {
            BGTaskScheduler.shared.register(forURLSessionWithIdentifier: "photos") { identifier in
                say("woken for \(identifier)")
                await Photos.listen()
            }
        }
        for argument in CommandLine.arguments.dropFirst() {
            let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
            if parts[0] == "leave", let url = URL(string: parts[1]) {
                Photos.leave(url)
                continue
            }
            do {
                switch parts[0] {
                case "launch": try BGTaskScheduler.shared.simulateLaunch(forTaskWithIdentifier: parts[1])
                default: try BGTaskScheduler.shared.simulateExpiration(forTaskWithIdentifier: parts[1])
                }
                say("done \(argument)")
            } catch { say("refused \(argument): \((error as NSError).code)") }
        }
        if CommandLine.arguments.count == 1 { while true { try? await Task.sleep(for: .seconds(3600)) } }
    }
}
