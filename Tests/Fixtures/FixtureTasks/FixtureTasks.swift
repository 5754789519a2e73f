// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import Synchronization

/// An app with background tasks, as one is written for Apple's platforms. It says what happens in the file `said` beside its bundle, and
/// does with each task what the file `do-IDENTIFIER` says.
@main
struct FixtureTasks {
    static let folder = FileManager.default.currentDirectoryPath + "/../"

    static func say(_ text: String) {
        // What is said at the same time, by others too, comes behind it.
        let file = open(folder + "said", O_WRONLY | O_APPEND | O_CLOEXEC)
        let line = Array((text + "\n").utf8)
        _ = write(file, line, line.count)
        close(file)
    }

    /// What the main queue alone has.
    private static let mainKey = DispatchSpecificKey<Bool>()

    /// One thing after the other.
    private static let ownQueue = DispatchQueue(label: "own")

    /// What does not begin in a test.
    private static func later(_ identifier: String) -> BGTaskRequest {
        let request = BGProcessingTaskRequest(identifier: identifier)
        request.earliestBeginDate = .distantFuture
        return request
    }

    static func handle(_ task: BGTask) {
        let what = (try? String(contentsOfFile: folder + "do-\(task.identifier)", encoding: .utf8)) ?? "complete"
        let isOver = Atomic(false)
        // Before it is said: whoever waits for that may have its time be over at once.
        switch what {
        case "late":
            task.expirationHandler = {
                say("expired \(task.identifier), \(task.expirationHandler == nil ? "and forgotten" : "and kept")")
                task.setTaskCompleted(success: false)
            }
        case "hang": task.expirationHandler = { say("expired \(task.identifier)") }
        case "busy": task.expirationHandler = { isOver.store(true, ordering: .relaxed) }
        default: break
        }
        say("launched \(task.identifier) \(type(of: task))")
        switch what {
        case "late", "hang", "silent": break
        case "prints":
            Task {
                while !FileManager.default.fileExists(atPath: folder + "print") {
                    try? await Task.sleep(for: .milliseconds(10))
                }
                print("printed by print")
                // A pipe that is broken ends it.
                FileHandle.standardOutput.write(Data("printed \(task.identifier)\n".utf8))
                say("printed \(task.identifier)")
                task.setTaskCompleted(success: true)
            }
        case "stubborn":
            signal(SIGTERM, SIG_IGN)
            task.setTaskCompleted(success: true)
        case "queue":
            let isMain = DispatchQueue.getSpecific(key: mainKey) != nil
            say("\(task.identifier) on \(isMain ? "the main queue" : "another queue")")
            task.setTaskCompleted(success: true)
        case "steps", "more", "endless":
            if let task = task as? BGContinuedProcessingTask { Task { await takeSteps(task, what) } }
        case "chain":
            BGTaskScheduler.shared.submitTaskRequest(later(task.identifier)) { _ in }
            task.setTaskCompleted(success: true)
        case "after":
            task.setTaskCompleted(success: true)
            BGTaskScheduler.shared.submitTaskRequest(later(task.identifier)) { _ in }
        case "busy", "deaf":
            while !isOver.load(ordering: .relaxed) { usleep(10_000) }
            say("heard \(task.identifier)")
            task.setTaskCompleted(success: false)
        case "again":
            submit(task.identifier, "refresh")
            task.setTaskCompleted(success: true)
        default:
            task.setTaskCompleted(success: true)
            // Nothing comes of another word.
            task.setTaskCompleted(success: false)
        }
    }

    /// Gets on as the file `step` says, up to a hundred.
    ///
    /// - `what`: `more` where it finds more to do with each step than it has done, `endless` where it does not know how much there is.
    static func takeSteps(_ task: BGContinuedProcessingTask, _ what: String) async {
        if what == "endless" { task.progress.totalUnitCount = -1 }
        let isOver = Mutex(false)
        task.expirationHandler = {
            say("expired \(task.identifier) at \(task.progress.completedUnitCount)")
            isOver.withLock { $0 = true }
            task.setTaskCompleted(success: false)
        }
        while !isOver.withLock({ $0 }) {
            let text = (try? String(contentsOfFile: folder + "step", encoding: .utf8)) ?? ""
            if let step = Int64(text), step > task.progress.completedUnitCount {
                if what == "more" { task.progress.totalUnitCount = 100 + step * step }
                task.progress.completedUnitCount = step
                if what != "more" { task.updateTitle("Export", subtitle: "\(step) of 100") }
            }
            if task.progress.completedUnitCount == 100 { return task.setTaskCompleted(success: true) }
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Submits a request, and says what it comes to.
    static func submit(_ identifier: String, _ kind: String) {
        let request: BGTaskRequest
        switch kind {
        case "refresh": request = BGAppRefreshTaskRequest(identifier: identifier)
        case "fail":
            let continued = BGContinuedProcessingTaskRequest(
                identifier: identifier, title: "Export", subtitle: "of all")
            continued.strategy = .fail
            request = continued
        case "queue":
            request = BGContinuedProcessingTaskRequest(identifier: identifier, title: "Export", subtitle: "of all")
        default: request = BGProcessingTaskRequest(identifier: identifier)
        }
        if let text = try? String(contentsOfFile: folder + "begin", encoding: .utf8), let begin = Double(text) {
            request.earliestBeginDate = Date(timeIntervalSince1970: begin)
        }
        do {
            try BGTaskScheduler.shared.submit(request)
            say("submitted \(identifier)")
        } catch {
            // As one who looks for what is wrong prints it.
            try? "\(error)".write(toFile: folder + "why", atomically: false, encoding: .utf8)
            switch error {
            case BGTaskScheduler.Error.notPermitted: say("notPermitted \(identifier)")
            case let error as BGTaskScheduler.Error:
                say("\((error as NSError).domain) \(error.code.rawValue) \(identifier)")
            default: say("other \(error)")
            }
        }
    }

    /// Changes what it is handed, which changes nothing that was asked for.
    static func changeCopies() async {
        let before = await BGTaskScheduler.shared.pendingTaskRequests().first
        let date = before?.earliestBeginDate
        before?.earliestBeginDate = .distantFuture
        let after = await BGTaskScheduler.shared.pendingTaskRequests().first
        say(date != nil && after?.earliestBeginDate == date ? "as asked for" : "changed")
    }

    /// Waits for an answer where another one is handed over.
    static func nest() {
        let ended = DispatchSemaphore(value: 0)
        BGTaskScheduler.shared.getPendingTaskRequests { _ in
            let answered = DispatchSemaphore(value: 0)
            BGTaskScheduler.shared.getPendingTaskRequests { requests in
                say("nested \(requests.count)")
                answered.signal()
            }
            answered.wait()
            ended.signal()
        }
        ended.wait()
    }

    static func main() async {
        // One that takes its time to begin.
        while FileManager.default.fileExists(atPath: folder + "slow") { try? await Task.sleep(for: .milliseconds(10)) }
        if ProcessInfo.processInfo.environment["BACKGROUND_ASSETS_BACKGROUND_LAUNCH"] != nil,
            FileManager.default.fileExists(atPath: folder + "leave")
        {
            // What stays when its parent is gone, in the process group of the app.
            system("sleep 600 > /dev/null 2>&1 & echo $! > ../part; mv ../part ../left")
        }
        if CommandLine.arguments.count > 1, CommandLine.arguments[1] == "careless" {
            // It has forgotten its handlers but one.
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "second", using: nil, launchHandler: handle)
        } else if !FileManager.default.fileExists(atPath: folder + "careless") {
            DispatchQueue.main.setSpecific(key: mainKey, value: true)
            for identifier in ["refresh", "export.*"] + (0...10).map({ "work-\($0)" }) {
                let isNew = BGTaskScheduler.shared.register(
                    forTaskWithIdentifier: identifier,
                    using: identifier == "work-2" ? .main : identifier == "work-3" ? ownQueue : nil,
                    launchHandler: handle)
                if !isNew { say("registered before: \(identifier)") }
            }
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "export.large.*", using: nil) { task in
                say("a large one")
                handle(task)
            }
            if BGTaskScheduler.shared.register(forTaskWithIdentifier: "refresh", using: .main, launchHandler: { _ in })
            {
                say("registered twice")
            }
        } else {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "second", using: nil, launchHandler: handle)
        }

        // `ID:KIND` each; `begun:ID` waits until one has begun, `register:ID` registers a handler more, `pending` says what is pending, `copies` changes that, `cancel` takes all back, `stay` has it wait for tasks.
        var stays = CommandLine.arguments.count == 1
        for argument in CommandLine.arguments.dropFirst() {
            let parts = argument.split(separator: ":").map(String.init)
            switch parts[0] {
            case "stay": stays = true
            case "leave":
                BGTaskScheduler.shared.submitTaskRequest(later(parts[1])) { _ in }
                exit(0)
            case "careless": break
            case "begun":
                while (try? String(contentsOfFile: folder + "said", encoding: .utf8))?.contains("launched \(parts[1])")
                    != true
                { try? await Task.sleep(for: .milliseconds(10)) }
            case "register":
                let isRegistered = BGTaskScheduler.shared.register(
                    forTaskWithIdentifier: parts[1], using: nil, launchHandler: handle)
                say("\(isRegistered ? "registered" : "not registered") \(parts[1])")
            case "cancel": BGTaskScheduler.shared.cancelAllTaskRequests()
            case "cancelled": BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: parts[1])
            case "pending":
                let requests = await BGTaskScheduler.shared.pendingTaskRequests()
                let texts = requests.map { "\($0.identifier) \(type(of: $0))" }.sorted()
                say("pending " + texts.joined(separator: ", "))
            case "copies": await changeCopies()
            case "nested": nest()
            default: submit(parts[0], parts[1])
            }
        }
        if stays { while true { try? await Task.sleep(for: .seconds(3600)) } }
    }
}
