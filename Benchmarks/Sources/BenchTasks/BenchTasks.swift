// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundTasks

/// The app that the bench has woken. It says when in the file `woken` beside its bundle.
///
///     plain      says when its `main` was reached, and ends
///     submit     asks for a task that is not due for long, and ends
///     (nothing)  does its task, and asks for the next one
@main
struct BenchTasks {
    static let identifier = "bench"

    /// Seconds since 1970, behind the identifier of this process.
    static func stamp() {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let seconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        let file = open("../woken", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        let line = Array("\(getpid()) \(seconds)\n".utf8)
        _ = write(file, line, line.count)
        close(file)
    }

    static func submit() {
        let request = BGProcessingTaskRequest(identifier: identifier)
        request.earliestBeginDate = .now.addingTimeInterval(365 * 86_400)
        do { try BGTaskScheduler.shared.submit(request) } catch {
            FileHandle.standardError.write(Data("the next task is not asked for: \(error)\n".utf8))
            exit(1)
        }
    }

    static func register() {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
            stamp()
            submit()
            task.setTaskCompleted(success: true)
        }
    }

    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "plain": stamp()
        case "submit":
            register()
            submit()
        default:
            register()
            dispatchMain()
        }
    }
}
