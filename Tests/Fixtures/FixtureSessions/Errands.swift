// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundTasks
import URLLoading

/// What a person has the app do.
enum Errands {
    static func run(_ arguments: [String]) async {
        for argument in arguments {
            let parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2, let url = URL(string: parts[1]) else { continue }
            switch parts[0] {
            case "async": await wait(for: url)
            case "download": await perform { $0.downloadTask(with: url) }
            case "data": await perform { $0.dataTask(with: url) }
            case "upload": await upload(to: url)
            case "handler": await handle(url)
            case "head": await head(url)
            case "patient": await bePatient(url)
            case "cancel": await cancel(url)
            case "resume": await resume(url)
            case "plain":
                Plain().begin(url)
                while !Words.wasSaid("plain 0") { try? await Task.sleep(for: .milliseconds(10)) }
            case "late": await beLate(url)
            case "thrifty": await beThrifty(url)
            case "leave": leave(url)
            case "stay": await stay(url)
            case "finish": await finish(url)
            case "foreground": await foreground(url)
            case "invalidate": await invalidate()
            case "endless": await waitEndlessly(for: url)
            case "give-up": await giveUp(url)
            case "all": await list()
            case "prepare": await prepare(url)
            case "expect": expect(url)
            case "look": await look()
            case "pause": await pause(url)
            case "large": await sendMuch(to: url)
            case "later": await beginLater(url)
            case "second": await hearLater(url)
            case "beside": await hearBesideAnother()
            case "outlive": await outlive(url)
            case "functions": await answerInFunctions(url)
            case "stream": await stream(to: url)
            case "post": await post(to: url)
            case "slowly": await hearSlowly(url)
            case "orphan": session(nil, "orphan").downloadTask(with: url).resume()
            default: Words.say("no such errand")
            }
        }
    }

    static func session(_ delegate: Listener? = nil, _ identifier: String = "errands") -> URLSession {
        URLSession(
            configuration: .background(withIdentifier: identifier), delegate: delegate, delegateQueue: nil)
    }

    static func perform(_ make: (URLSession) -> URLSessionTask) async {
        let progress = await withCheckedContinuation { continuation in
            let made = Made()
            let ended = Once { continuation.resume(returning: made.progress) }
            let session = session(Listener({ ended.call() }))
            let task = make(session)
            made.progress = task.progress
            task.taskDescription = "errand"
            task.resume()
            session.finishTasksAndInvalidate()
        }
        if progress?.isFinished != true { Words.say("unfinished progress") }
    }

    private static func wait(for url: URL) async {
        do {
            let (data, response) = try await session().data(from: url)
            Words.say("\((response as? HTTPURLResponse)?.statusCode ?? 0) \(String(decoding: data, as: UTF8.self))")
            let (file, _) = try await session().download(from: url)
            Words.say("file \((try? String(contentsOf: file, encoding: .utf8)) ?? "none")")
            try FileManager.default.removeItem(at: file)
        } catch { Words.say("failed \((error as? URLError)?.code.rawValue ?? 0)") }
    }

    /// What a server says of something.
    private static func head(_ url: URL) async {
        var request = URLRequest(url: url)
        request.httpMethod = "HEAD"
        do {
            let (data, response) = try await session().data(for: request)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            Words.say("head \(status) of \(response.expectedContentLength), \(data.count) bytes")
        } catch { Words.say("failed \((error as? URLError)?.code.rawValue ?? 0)") }
    }

    /// In the session that `stay` has, and once more when it has it no longer.
    private static func bePatient(_ url: URL) async {
        let session = session(nil, "isStormy")
        for isLast in [false, true] {
            do {
                let (data, _) = try await session.data(from: url)
                Words.say("also \(String(decoding: data, as: UTF8.self))")
            } catch { Words.say("failed \((error as? URLError)?.code.rawValue ?? 0)") }
            while !isLast, !FileManager.default.fileExists(atPath: Words.folder + "go") {
                try? await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    private static func upload(to url: URL) async {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        let file = URL(fileURLWithPath: Words.folder + "photo")
        await perform { $0.uploadTask(with: request, fromFile: file) }
    }

    /// Sends what cannot be kept until it is sent.
    private static func stream(to url: URL) async {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data("a photo".utf8))
        let sent = request
        await perform { $0.dataTask(with: sent) }
        await perform { $0.uploadTask(withStreamedRequest: sent) }
    }

    private static func handle(_ url: URL) async {
        await withCheckedContinuation { continuation in
            session().downloadTask(with: url) { file, response, error in
                let text = file.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
                Words.say("handled \(text ?? "nothing") \((response as? HTTPURLResponse)?.statusCode ?? 0)")
                continuation.resume()
            }.resume()
        }
    }

    private static func cancel(_ url: URL) async {
        await perform { session in
            let task = session.dataTask(with: url)
            task.taskDescription = "errand"
            task.resume()
            task.cancel()
            return task
        }
    }

    /// Cancels a download when something has come, and goes on with it.
    private static func resume(_ url: URL) async {
        let first = session().downloadTask(with: url)
        first.resume()
        while first.countOfBytesReceived < 1000 { try? await Task.sleep(for: .milliseconds(10)) }
        let data = await withCheckedContinuation { continuation in
            first.cancel(byProducingResumeData: { continuation.resume(returning: $0) })
            // Once more while that is under way: what there is goes to who was first.
            first.cancel(byProducingResumeData: { if $0 != nil { Words.say("resume data twice") } })
        }
        while first.error == nil { try? await Task.sleep(for: .milliseconds(10)) }
        if await first.cancelByProducingResumeData() != nil { Words.say("resume data of what has ended") }
        if data != (first.error as? URLError)?.downloadTaskResumeData { Words.say("other resume data") }
        guard let data else { return Words.say("no resume data") }
        try? Data().write(to: URL(fileURLWithPath: Words.folder + "cancelled"))
        do {
            let (file, _) = try await session(Listener(), "errands").download(resumeFrom: data)
            let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] ?? 0
            Words.say("resumed \(size)")
            _ = try await session().download(resumeFrom: data)
        } catch { Words.say("not resumed \((error as? URLError)?.code.rawValue ?? 0)") }
    }

    /// Makes a task in a session that was to take none any more.
    private static func beLate(_ url: URL) async {
        let session = session()
        session.finishTasksAndInvalidate()
        do { _ = try await session.data(from: url) } catch {
            Words.say("late \((error as? URLError)?.code.rawValue ?? 0)")
        }
    }

    /// Begins something for which no network is to be used that costs money.
    private static func beThrifty(_ url: URL) async {
        var request = URLRequest(url: url)
        if !request.allowsExpensiveNetworkAccess { Words.say("thrifty before") }
        request.allowsExpensiveNetworkAccess = false
        request.setValue("1", forHTTPHeaderField: "X-Thrift")
        if request.allowsExpensiveNetworkAccess || !request.allowsConstrainedNetworkAccess { Words.say("not thrifty") }
        session(nil, "isStormy").downloadTask(with: request).resume()
    }

    /// Wants no more of what an earlier process has begun.
    private static func invalidate() async {
        await withCheckedContinuation { continuation in
            let ended = Once { continuation.resume() }
            session(Listener({ ended.call() }), "isStormy").invalidateAndCancel()
        }
        Words.say("invalid")
    }

    /// Asks with times and priorities that are no numbers.
    private static func waitEndlessly(for url: URL) async {
        let configuration = URLSessionConfiguration.background(withIdentifier: "endless")
        configuration.timeoutIntervalForResource = .infinity
        let session = URLSession(configuration: configuration)
        for priority in [Float.infinity, .nan] {
            await withCheckedContinuation { continuation in
                let task = session.dataTask(with: url) { _, response, _ in
                    Words.say("endless \((response as? HTTPURLResponse)?.statusCode ?? 0)")
                    continuation.resume()
                }
                task.priority = priority
                task.resume()
            }
        }
    }

    /// Cancels a download by its progress.
    private static func giveUp(_ url: URL) async {
        await perform { session in
            let task = session.downloadTask(with: url)
            task.taskDescription = "errand"
            task.progress.cancel()
            return task
        }
    }

    private static func foreground(_ url: URL) async {
        await withCheckedContinuation { continuation in
            let ended = Once { continuation.resume() }
            let listener = Listener({ ended.call() })
            let session = URLSession(configuration: .ephemeral, delegate: listener, delegateQueue: nil)
            session.dataTask(with: url).resume()
            session.finishTasksAndInvalidate()
        }
    }

    private static func list() async {
        let tasks = await session(nil, "isStormy").allTasks
        Words.say("tasks \(tasks.map { "\($0.state.rawValue) \($0.originalRequest?.url?.path ?? "")" })")
    }
}
