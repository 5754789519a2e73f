// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import FoundationNetworking
import ServiceInterface
import Synchronization
import Testing
import Varlink

import class URLLoading.URLSession

@testable import AssetService
@testable import BackgroundAssets

/// Challenges of real servers, answered by delegates and by an extension in a process of its own.
@Suite("Challenges", .timeLimit(.minutes(5))) struct ChallengeTests {
    private static let bytes: [UInt8] = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 / 9) }
    /// By what the fixture's extension answers.
    private static let byExtension = "Basic " + Data("extension:hUsH".utf8).base64EncodedString()
    private static let byDelegate = "Basic " + Data("delegate:p".utf8).base64EncodedString()

    struct Rig {
        let world: ServiceWorld
        let manager: BADownloadManager

        func demand(_ path: String, _ value: String) { ChallengeTests.demand(path, value, of: world) }

        /// Schedules a download as the app of the manager does.
        func schedule(_ identifier: String, url: String? = nil, foreground: Bool = false) async throws {
            let address = url ?? world.server.url("/" + identifier)
            let download = BAURLDownload(
                identifier: identifier, request: URLRequest(url: try #require(URL(string: address))), essential: false,
                fileSize: 0, applicationGroupIdentifier: ServiceWorld.groupID, priority: .default)
            let manager = manager
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                Thread.detachNewThread {
                    continuation.resume(
                        with: Result {
                            if foreground {
                                try manager.startForegroundDownload(download)
                            } else {
                                try manager.scheduleDownload(download)
                            }
                        })
                }
            }
        }

        func waitFor(_ line: String, _ delegate: RecordingDelegate) async throws {
            _ = try await world.wait { delegate.lines.contains(line) ? true : nil }
        }
    }

    /// Serves a file to those alone who say who they are.
    private static func demand(_ path: String, _ value: String, of world: ServiceWorld) {
        world.server.serve(
            path, bytes,
            finally: .status(401, headers: [("WWW-Authenticate", "Basic realm=\"vault\"")])
                .unless("Authorization", value))
    }

    private func with(
        hasExtension: Bool = false, _ body: (Rig) async throws -> Void
    ) async throws {
        try await ServiceWorld.with(hasExtension: hasExtension) { world in
            try await world.install()
            try await body(Rig(world: world, manager: try await world.manager()))
        }
    }

    @Test("A16: a delegate answers with its handler, later and from another thread; its second answer is too late")
    func handlers() async throws {
        try await with { rig in
            rig.demand("/one", Self.byDelegate)
            let delegate = HandlerDelegate { challenge, handler in
                nonisolated(unsafe) let handler = handler
                Thread.detachNewThread {
                    switch challenge.protectionSpace.authenticationMethod {
                    case NSURLAuthenticationMethodHTTPBasic:
                        handler(.useCredential, URLCredential(user: "delegate", password: "p", persistence: .none))
                    default: handler(.performDefaultHandling, nil)
                    }
                    handler(.cancelAuthenticationChallenge, nil)
                }
            }
            rig.manager.delegate = delegate
            try await rig.schedule("one")
            try await rig.waitFor("finished one", delegate)
            let challenges = delegate.lines.filter { $0.hasPrefix("challenged") }
            #expect(
                challenges == [
                    "challenged one NSURLAuthenticationMethodServerTrust 0",
                    "challenged one NSURLAuthenticationMethodHTTPBasic 0",
                ])
            withExtendedLifetime(delegate) {}
        }
    }

    @Test("A16: a delegate answers in the asynchronous form; a kept password serves for the next one")
    func asynchronous()
        async throws
    {
        try await with { rig in
            for name in ["one", "two"] { rig.demand("/" + name, Self.byDelegate) }
            let delegate = AsynchronousDelegate()
            rig.manager.callbacks.queue.setSpecific(key: AsynchronousDelegate.key, value: true)
            rig.manager.delegate = delegate
            for name in ["one", "two"] {
                try await rig.schedule(name)
                try await rig.waitFor("finished " + name, delegate)
            }
            #expect(delegate.lines.filter { $0.hasPrefix("challenged") } == ["challenged one vault"])
            // One serial queue a process: before it waits, and afterwards.
            #expect(delegate.lines.contains("among callbacks") && !delegate.lines.contains("beside callbacks"))
            withExtendedLifetime(delegate) {}
        }
    }

    @Test("A7, A16: a delegate without the method counts as none: the extension answers") func byExtension()
        async throws
    {
        try await with(hasExtension: true) { rig in
            rig.demand("/one", Self.byExtension)
            let delegate = TakingDelegate()
            rig.manager.delegate = delegate
            try await rig.schedule("one")
            try await rig.waitFor("finished one \(Self.bytes.count)", delegate)
            #expect(rig.world.cached("one.challenged") == "vault 0")
            withExtendedLifetime(delegate) {}
        }
    }

    @Test("A16: a process that has declined is asked no more, and one that follows anew is") func declining()
        async throws
    {
        try await with { rig in
            let app = try await rig.world.app()
            defer { app.close() }
            /// Has these downloads come, one after the other, and declines what it is asked meanwhile.
            func questions(_ names: [String]) async throws -> Int {
                let follower = try await rig.world.app()
                defer { follower.close() }
                var (left, count) = (names, 0)
                func next() async throws {
                    let name = left.removeFirst()
                    rig.world.server.serve("/" + name, Self.bytes)
                    _ = try await ServiceWorld.call(
                        FilesInterface.Schedule(file: rig.world.file(name), foreground: false), on: app)
                }
                for try await event in try follower.stream(
                    FilesInterface.Follow.method, FilesInterface.Follow(answersChallenges: true),
                    returning: FileEvent.self)
                {
                    switch event.kind {
                    case .subscribed: try await next()
                    case .challenged:
                        count += 1
                        let challenge = try #require(event.challenge)
                        _ = try await ServiceWorld.call(
                            FilesInterface.AnswerChallenge(id: challenge.id, reply: ChallengeReply(.declined)), on: app)
                    case .finished:
                        _ = try await ServiceWorld.call(
                            FilesInterface.Conclude(eventID: event.id, taken: true), on: app)
                        if left.isEmpty { return count }
                        try await next()
                    default: break
                    }
                }
                return count
            }
            #expect(try await questions(["one", "two", "three"]) == 1)
            #expect(try await questions(["four", "five"]) == 1)
        }
    }

    @Test("A16: the next delegate takes its turn when the one before it had no method for it") func delegates()
        async throws
    {
        try await with { rig in
            let lacking = TakingDelegate()
            rig.manager.delegate = lacking
            rig.world.server.serve("/one", Self.bytes)
            try await rig.schedule("one")
            try await rig.waitFor("finished one \(Self.bytes.count)", lacking)
            let answering = AsynchronousDelegate()
            rig.manager.delegate = answering
            rig.demand("/two", Self.byDelegate)
            try await rig.schedule("two")
            try await rig.waitFor("finished two", answering)
            #expect(answering.lines.filter { $0.hasPrefix("challenged") } == ["challenged two vault"])
            withExtendedLifetime((lacking, answering)) {}
        }
    }

    @Test("A16, B1: nobody is in front: the extension answers for downloads, and for the manifest at installation")
    func manifests() async throws {
        try await ServiceWorld.with(hasExtension: true, isManaged: false) { world in
            let line = "s1 \(world.server.url("/s1")) \(Self.bytes.count) essential"
            world.server.serve(
                "/content", Array(line.utf8),
                finally: .status(401, headers: [("WWW-Authenticate", "Basic realm=\"vault\"")])
                    .unless("Authorization", Self.byExtension))
            Self.demand("/s1", Self.byExtension, of: world)
            let last = try await world.install()
            #expect(last?.phase == .finished)
            #expect(last?.detail == nil)
            #expect(world.cached("BAManifestURL.challenged-by-system") == "vault 0")
            _ = try await world.wait { world.cached("s1.finished") }
            // What was answered is nowhere on disk.
            try await world.waitForNoEndings()
            let files = try FileManager.default.subpathsOfDirectory(atPath: world.root)
            for path in files where !path.hasPrefix("apps/") {
                let data = FileManager.default.contents(atPath: world.root + "/" + path) ?? Data()
                #expect(data.firstRange(of: Data("hUsH".utf8)) == nil, "\(path)")
            }
        }
    }

    @Test("A16: an app trusts a server that the system does not, and refuses one that it does trust") func trust()
        async throws
    {
        try await FaultServer.with(certificate: .unknownAuthority) { stranger in
            stranger.serve("/one", Self.bytes)
            try await with { rig in
                rig.world.server.serve("/two", Self.bytes)
                let seen = Mutex<[String]>([])
                let delegate = HandlerDelegate { challenge, handler in
                    guard let trust = challenge.protectionSpace.serverTrust else {
                        return handler(.performDefaultHandling, nil)
                    }
                    var error: CFError?
                    let isTrusted = SecTrustEvaluateWithError(trust, &error)
                    let chain = SecTrustCopyCertificateChain(trust)
                    let size = chain?.first.map { SecCertificateCopyData($0).count } ?? 0
                    seen.withLock { $0.append("\(isTrusted) \(error?.localizedDescription ?? "-") \(size > 100)") }
                    isTrusted
                        ? handler(.cancelAuthenticationChallenge, nil)
                        : handler(.useCredential, URLCredential(trust: trust))
                }
                rig.manager.delegate = delegate
                try await rig.schedule("one", url: stranger.url("/one"))
                try await rig.waitFor("finished one", delegate)
                try await rig.schedule("two")
                try await rig.waitFor(
                    "failed two \(NSURLErrorDomain) \(URLError.Code.serverCertificateUntrusted.rawValue)", delegate)
                let lines = seen.withLock { $0 }
                #expect(lines.count == 2)
                #expect(lines.first?.hasPrefix("false its certificate is signed by an authority") == true)
                #expect(lines.first?.hasSuffix("true") == true)
                #expect(lines.last == "true - true")
                #expect(rig.world.server.requests.allSatisfy { $0.path != "/two" })
                withExtendedLifetime(delegate) {}
            }
        }
    }

    @Test("A16: an extension trusts and refuses servers, too", arguments: ["Trusted", "Distrusted"])
    func trustByExtension(_ name: String) async throws {
        try await FaultServer.with(certificate: name == "Trusted" ? .unknownAuthority : .valid) { other in
            other.serve("/" + name, Self.bytes)
            try await with(hasExtension: true) { rig in
                if name == "Distrusted" {
                    _ = try await rig.world.call(ControlInterface.Trust(pem: other.authorityPEM))
                }
                try await rig.world.schedule(
                    FileDownload(
                        id: UUID().uuidString, identifier: name, request: FileRequest(url: other.url("/" + name)),
                        fileSize: 0, groupID: ServiceWorld.groupID, essential: false, priority: 0))
                let end = name == "Trusted" ? ".finished" : ".failed"
                let text = try await rig.world.wait { rig.world.cached(name + end) }
                #expect(
                    name == "Trusted"
                        || text.hasPrefix("\(NSURLErrorDomain) \(URLError.Code.serverCertificateUntrusted.rawValue) "))
                #expect(other.requests.count == (name == "Trusted" ? 1 : 0))
            }
        }
    }

    @Test("A16: whoever cancels a challenge ends the download, and is told so") func cancelling() async throws {
        try await with { rig in
            rig.demand("/one", Self.byDelegate)
            let delegate = HandlerDelegate { challenge, handler in
                let isTrust = challenge.protectionSpace.serverTrust != nil
                handler(isTrust ? .performDefaultHandling : .cancelAuthenticationChallenge, nil)
            }
            rig.manager.delegate = delegate
            try await rig.schedule("one")
            try await rig.waitFor(
                "failed one \(NSURLErrorDomain) \(URLError.Code.userCancelledAuthentication.rawValue)", delegate)
            withExtendedLifetime(delegate) {}
        }
    }

    @Test("A16: nobody answers: it is explained, and tried again after its time") func silence()
        async throws
    {
        try await with { rig in
            rig.world.server.serve("/one", Self.bytes)
            let handlers = Mutex<[@Sendable () -> Void]>([])
            let delegate = HandlerDelegate { _, handler in
                nonisolated(unsafe) let handler = handler
                handlers.withLock { $0.append { handler(.performDefaultHandling, nil) } }
            }
            rig.manager.delegate = delegate
            try await rig.schedule("one")
            _ = try await rig.world.wait { handlers.withLock { $0.count } == 1 ? true : nil }
            let told = try await rig.world.call(DownloadsInterface.Explain(id: "one")).explanations
            #expect(told.first?.state == "waiting")
            #expect(told.first?.reason.contains("wants to be trusted, and its app is being asked") == true)
            #expect(told.first?.endsWhen?.contains("30 s") == true)
            #expect(try await rig.world.files().first?.waiting?.contains("wants to be trusted") == true)
            rig.world.clock.advance(by: 30)
            let reason = try await rig.world.wait {
                let told = try await rig.world.call(DownloadsInterface.Explain(id: "one")).explanations.first
                return told?.nextAttempt == nil ? nil : told?.reason
            }
            #expect(reason.contains("nobody has answered within 30 s"))
            // An answer after its end is no harm, and the next one counts.
            handlers.withLock { $0.first }?()
            rig.world.clock.advance(by: 60)
            _ = try await rig.world.wait { handlers.withLock { $0.count } == 2 ? true : nil }
            handlers.withLock { $0.last }?()
            try await rig.waitFor("finished one", delegate)
            withExtendedLifetime(delegate) {}
        }
    }

    @Test("A process that ends while it is asked leaves the question to the extension") func deadProcess() async throws
    {
        try await with(hasExtension: true) { rig in
            rig.demand("/one", Self.byExtension)
            let (app, follower) = (try await rig.world.app(), try await rig.world.app())
            defer { app.close() }
            let file = rig.world.file("one")
            var hasLeft = false
            for try await event in try follower.stream(
                FilesInterface.Follow.method, FilesInterface.Follow(answersChallenges: true), returning: FileEvent.self)
            {
                if event.kind == .subscribed {
                    _ = try await ServiceWorld.call(FilesInterface.Schedule(file: file, foreground: false), on: app)
                }
                if event.kind == .challenged {
                    hasLeft = true
                    break
                }
            }
            follower.close()
            #expect(hasLeft)
            _ = try await rig.world.wait { rig.world.cached("one.finished") }
            #expect(rig.world.cached("one.challenged") == "vault 0")
        }
    }

    @Test(
        "An extension that crashes or hangs when it is asked for a password is asked again later",
        arguments: ["Crash", "Hang"])
    func failing(_ manner: String) async throws {
        try await with(hasExtension: true) { rig in
            if manner == "Hang" {
                _ = try await rig.world.call(ControlInterface.SetSetting(name: "extension-run-time", value: "1"))
            }
            let name = manner + "HTTPBasic"
            rig.demand("/" + name, Self.byExtension)
            try await rig.world.schedule(rig.world.file(name))
            let reason = try await rig.world.wait {
                let told = try await rig.world.call(DownloadsInterface.Explain(id: name)).explanations.first
                return told?.nextAttempt == nil ? nil : told?.reason
            }
            #expect(reason.contains(manner == "Crash" ? "crashed" : "run time of 1 s"))
            #expect(reason.contains("wants a name and a password"))
        }
    }

    @Test("An extension that has never answered, and may not run, does not keep what the system trusts")
    func notPermitted()
        async throws
    {
        try await with(hasExtension: true) { rig in
            rig.world.server.serve("/one", Self.bytes)
            _ = try await rig.world.call(ControlInterface.SetSetting(name: "background-refresh", value: "off"))
            let delegate = TakingDelegate()
            rig.manager.delegate = delegate
            try await rig.schedule("one", foreground: true)
            try await rig.waitFor("finished one \(Self.bytes.count)", delegate)
            withExtendedLifetime(delegate) {}
        }
    }
}
