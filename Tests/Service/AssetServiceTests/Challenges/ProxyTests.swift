// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetPackModel
import AssetTestSupport
import Foundation
import FoundationNetworking
import ServiceInterface
import Synchronization
import Testing

import class URLLoading.URLSession

@testable import AssetService
@testable import BackgroundAssets

/// A whole service behind a real proxy, with real apps that answer for it.
@Suite("Proxies", .timeLimit(.minutes(5))) struct ProxyTests {
    private static let bytes: [UInt8] = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 / 9) }
    private static let byDelegate = "Basic " + Data("delegate:pr0xyS3cret".utf8).base64EncodedString()
    /// By what the fixture's extension answers.
    private static let byExtension = "Basic " + Data("extension:hUsH".utf8).base64EncodedString()
    private static let office = ["Basic realm=\"office\""]

    private func with(
        hasExtension: Bool = false, isManaged: Bool = true,
        _ body: (ChallengeTests.Rig, FaultProxy) async throws -> Void
    ) async throws {
        try await FaultProxy.with { proxy in
            try await ServiceWorld.with(hasExtension: hasExtension, isManaged: isManaged) { world in
                try await world.install()
                try await set(proxy.address, of: world)
                try await body(ChallengeTests.Rig(world: world, manager: try await world.manager()), proxy)
            }
        }
    }

    private func set(_ value: String?, of world: ServiceWorld) async throws {
        _ = try await world.call(ControlInterface.SetSetting(name: "proxy", value: value))
    }

    private func findings(_ world: ServiceWorld) async throws -> [Finding] {
        try await world.call(ControlInterface.Doctor(subject: nil)).findings.filter { $0.subject == "proxy" }
    }

    private func explanation(_ id: String, _ world: ServiceWorld) async throws -> Explanation? {
        try await world.call(DownloadsInterface.Explain(id: id)).explanations.first
    }

    /// Answers for proxies only.
    private func delegate(
        _ answer:
            @escaping @Sendable (URLAuthenticationChallenge) -> (
                URLSession.AuthChallengeDisposition, URLCredential?
            )
    ) -> HandlerDelegate {
        HandlerDelegate { challenge, handler in
            let (disposition, credential) =
                challenge.protectionSpace.isProxy() ? answer(challenge) : (.performDefaultHandling, nil)
            handler(disposition, credential)
        }
    }

    // MARK: The setting

    @Test("Values of the setting that are refused, with the reason and without the password") func refusedValues()
        async throws
    {
        try await ServiceWorld.with { world in
            for (value, cause) in [
                ("http://user:hidden@proxy:3128", "user name or a password"),
                ("socks5://proxy:1", "only proxies of HTTP"),
                ("proxy:3128", "must be auto, off, or the address"), ("http://proxy:0", "no port"),
            ] {
                let error = await #expect(throws: ServiceError.self) { try await set(value, of: world) }
                #expect(error?.message.contains(cause) == true, "\(error?.message ?? "")")
                #expect(error?.message.contains("hidden") == false)
            }
            let record = try await world.call(ControlInterface.Settings()).settings.first { $0.name == "proxy" }
            #expect(record?.value == "auto")
        }
    }

    @Test("A change of the setting holds from the next request on; doctor tells what is in force") func changes()
        async throws
    {
        try await with { rig, proxy in
            let world = rig.world
            try await world.publish("A", version: 1, text: "one")
            #expect(try await world.get("A") == [])
            let count = proxy.tunnelCount
            #expect(count > 0)
            #expect(
                try await findings(world) == [
                    Finding(
                        level: .ok, subject: "proxy",
                        message: "127.0.0.1:\(proxy.port), from `ba settings proxy`, leads to all hosts; it answers")
                ])
            try await set("off", of: world)
            try await world.publish("B", version: 1, text: "two")
            #expect(try await world.get("B") == [])
            #expect(proxy.tunnelCount == count)
            #expect(try await findings(world).first?.message.hasPrefix("there is none") == true)
        }
    }

    @Test("A proxy that leads nowhere need not answer: no_proxy names all hosts") func noneForAnyHost() async throws {
        try await ServiceWorld.with { world in
            try await world.stop()
            // Nobody listens there.
            world.proxyEnvironment = ["https_proxy": "http://127.0.0.1:1", "no_proxy": "*"]
            try await world.start()
            #expect(
                try await findings(world) == [
                    Finding(
                        level: .ok, subject: "proxy",
                        message: "127.0.0.1:1, from https_proxy of the service's environment, leads nowhere, for "
                            + "no_proxy names all hosts")
                ])
        }
    }

    @Test("Apps' archives come through it, and the manifest and the packs of the app") func archives() async throws {
        try await FaultProxy.with { proxy in
            try await ServiceWorld.with(hasExtension: true) { world in
                try await set(proxy.address, of: world)
                try world.serveApp(build: 2)
                try await world.publish("A", version: 1, text: "one", policy: .essential([.firstInstallation]))
                let last = try await world.installFromServer()
                #expect(last?.phase == .finished && last?.detail == nil)
                #expect(try await world.localVersion("A") == 1)
                #expect(proxy.tunnelCount >= Set(world.server.requests.map(\.connection)).count)
            }
        }
    }

    @Test("The environment: what it names is in force, but for this machine itself; its password is told to nobody")
    func environment() async throws {
        try await FaultProxy.with { proxy in
            proxy.behave(finally: .demand(Self.office, unless: Self.byDelegate))
            try await ServiceWorld.with { world in
                try await world.stop()
                world.keepsLog = true
                world.proxyEnvironment = [
                    "https_proxy": "http://delegate:pr0xyS3cret@127.0.0.1:\(proxy.port)",
                    "no_proxy": ".example.org 10.0.0.0/99",
                ]
                try await world.start()
                try await world.install()
                #expect(proxy.connects.isEmpty)
                #expect(
                    try await findings(world).map(\.message) == [
                        "127.0.0.1:\(proxy.port) with a name and a password, from https_proxy of the service's "
                            + "environment, leads to all hosts but this machine itself, .example.org; it answers",
                        "in no_proxy, \"10.0.0.0/99\" is no name of a host and no network, as in 10.0.0.0/8: the "
                            + "proxy leads there",
                    ])
                var file = world.file("one")
                file.request.url = "https://game.invalid/one"
                try await world.schedule(file)
                let reason = try await world.wait {
                    let told = try await explanation("one", world)
                    return told?.nextAttempt == nil ? nil : told?.reason
                }
                #expect(reason.contains("the proxy 127.0.0.1:\(proxy.port) makes no way to game.invalid:443"))
                #expect(proxy.connects.allSatisfy { $0["Proxy-Authorization"] == Self.byDelegate })
                let settings = try await world.call(ControlInterface.Settings()).settings
                #expect(settings.first { $0.name == "proxy" }?.value == "auto")
                try await checkSecrecy(of: world)
                try await world.stop()
                world.proxyEnvironment = ["all_proxy": "socks5h://127.0.0.1:9"]
                try await world.start()
                #expect(try await findings(world).map(\.level) == [.error])
            }
        }
    }

    /// What tells the proxy who asks is in no file below the root.
    private func checkSecrecy(of world: ServiceWorld) async throws {
        let encoded = Self.byDelegate.dropFirst("Basic ".count)
        var names: [String] = []
        // What was finished goes a moment after it is told: that it is gone by now is no fault.
        let paths = try #require(FileManager.default.enumerator(atPath: world.root))
        while let path = paths.nextObject() as? String {
            let data = FileManager.default.contents(atPath: world.root + "/" + path) ?? Data()
            #expect(data.firstRange(of: Data("pr0xyS3cret".utf8)) == nil, "\(path)")
            #expect(data.firstRange(of: Data(encoded.utf8)) == nil, "\(path)")
            names.append(path)
        }
        #expect(names.contains("service.log"))
    }

    @Test("A proxy that is gone, or takes nobody: it is explained with what to do, and the setting ends it")
    func gone() async throws {
        try await with { rig, proxy in
            let port = 1
            rig.world.server.serve("/one", Self.bytes)
            try await set("http://127.0.0.1:\(port)", of: rig.world)
            let delegate = TakingDelegate()
            rig.manager.delegate = delegate
            try await rig.schedule("one")
            let told = try await rig.world.wait {
                let told = try await explanation("one", rig.world)
                return told?.nextAttempt == nil ? nil : told
            }
            #expect(told.state == "waiting")
            #expect(told.reason.contains("the proxy 127.0.0.1:\(port) cannot be reached: connection refused"))
            #expect(told.reason.contains("`ba settings proxy off` does without"))
            #expect(try await findings(rig.world).map(\.level) == [.ok, .error])
            try await set("off", of: rig.world)
            rig.world.clock.advance(by: 3600)
            try await rig.waitFor("finished one \(Self.bytes.count)", delegate)
            withExtendedLifetime(delegate) {}
        }
    }

    @Test(
        "What is gone for an app at once is told as a URLSession tells it", arguments: ["refused", "cancelled", "gone"])
    func errors(_ manner: String) async throws {
        try await with { rig, proxy in
            proxy.behave(finally: .demand(Self.office, unless: Self.byDelegate))
            rig.world.server.serve("/one", Self.bytes)
            if manner == "gone" {
                let port = 1
                try await set("http://127.0.0.1:\(port)", of: rig.world)
            }
            let delegate = delegate { _ in
                manner == "cancelled"
                    ? (.cancelAuthenticationChallenge, nil)
                    : (.useCredential, URLCredential(user: "delegate", password: "wrong", persistence: .forSession))
            }
            rig.manager.delegate = delegate
            try await rig.schedule("one", foreground: true)
            let line = try await rig.world.wait {
                return delegate.lines.first { $0.hasPrefix("failed") }
            }
            #expect(
                line
                    == (manner == "cancelled"
                        ? "failed one \(NSURLErrorDomain) \(URLError.Code.userCancelledAuthentication.rawValue)"
                        : "failed one \(kCFErrorDomainCFNetwork) "
                            + "\(CFNetworkErrors.cfErrorHTTPSProxyConnectionFailure.rawValue)"))
            if manner == "refused" {
                let counts = delegate.lines.compactMap { $0.firstMatch(of: /HTTPBasic (\d)/)?.1 }
                #expect(counts == ["0", "1", "2", "3", "4"])
            }
            withExtendedLifetime(delegate) {}
        }
    }

    // MARK: Challenges

    @Test("A16: a delegate is challenged for the proxy as on a Mac; one answer serves all, and is kept in memory only")
    func delegates() async throws {
        try await with { rig, proxy in
            try await rig.world.stop()
            rig.world.keepsLog = true
            try await rig.world.start()
            proxy.behave(finally: .demand(Self.office, unless: Self.byDelegate))
            let manager = try await rig.world.manager()
            let rig = ChallengeTests.Rig(world: rig.world, manager: manager)
            let seen = Mutex<[String]>([])
            let delegate = delegate { challenge in
                let space = challenge.protectionSpace
                let status = (challenge.failureResponse as? HTTPURLResponse)?.statusCode
                seen.withLock {
                    $0.append(
                        "\(space.host):\(space.port) \(space.realm ?? "-") \(status ?? 0) "
                            + "\(challenge.previousFailureCount) \(space.proxyType == NSURLProtectionSpaceHTTPSProxy) "
                            + "\(space.authenticationMethod == NSURLAuthenticationMethodHTTPBasic)")
                }
                return (
                    .useCredential,
                    URLCredential(user: "delegate", password: "pr0xyS3cret", persistence: .forSession)
                )
            }
            manager.delegate = delegate
            let names = ["one", "two", "three", "four"]
            for name in names { rig.world.server.serve("/" + name, Self.bytes) }
            for name in names { try await rig.schedule(name) }
            for name in names { try await rig.waitFor("finished " + name, delegate) }
            #expect(seen.withLock { $0 } == ["127.0.0.1:\(proxy.port) office 407 0 true true"])
            #expect(rig.world.server.requests.allSatisfy { $0["Proxy-Authorization"] == nil })
            try await checkSecrecy(of: rig.world)
            withExtendedLifetime(delegate) {}
        }
    }

    @Test("A7, A16: nobody is in front: the extension answers for the proxy") func byExtension() async throws {
        try await with(hasExtension: true) { rig, proxy in
            proxy.behave(finally: .demand(Self.office, unless: Self.byExtension))
            rig.world.server.serve("/one", Self.bytes)
            try await rig.world.schedule(rig.world.file("one"))
            _ = try await rig.world.wait { rig.world.cached("one.finished") }
            #expect(rig.world.cached("one.challenged") == "office 0")
        }
    }

    @Test("A16: nobody answers for the proxy: it is explained, and asked again after its time") func silence()
        async throws
    {
        try await with { rig, proxy in
            proxy.behave(finally: .demand(Self.office, unless: Self.byDelegate))
            rig.world.server.serve("/one", Self.bytes)
            let handlers = Mutex<[@Sendable () -> Void]>([])
            let delegate = HandlerDelegate { challenge, handler in
                guard challenge.protectionSpace.isProxy() else { return handler(.performDefaultHandling, nil) }
                nonisolated(unsafe) let handler = handler
                let credential = URLCredential(user: "delegate", password: "pr0xyS3cret", persistence: .forSession)
                handlers.withLock { $0.append { handler(.useCredential, credential) } }
            }
            rig.manager.delegate = delegate
            try await rig.schedule("one")
            _ = try await rig.world.wait { handlers.withLock { $0.count } == 1 ? true : nil }
            let told = try await explanation("one", rig.world)
            #expect(
                told?.reason.contains(
                    "the proxy 127.0.0.1:\(proxy.port) wants a name and a password for \"office\", and its app is being asked"
                )
                    == true)
            #expect(told?.endsWhen?.contains("30 s") == true)
            // Whoever goes by the same answer waits for it, too.
            rig.world.server.serve("/two", Self.bytes)
            try await rig.schedule("two")
            let other = try await rig.world.wait {
                let other = try await explanation("two", rig.world)
                return other?.state == "waiting" ? other : nil
            }
            #expect(other.reason == told?.reason)
            _ = try await rig.world.call(FilesInterface.Cancel(bundleID: ServiceWorld.bundleID, id: "two"))
            rig.world.clock.advance(by: 30)
            _ = try await rig.world.wait {
                let told = try await explanation("one", rig.world)
                return told?.nextAttempt == nil ? nil : told
            }
            rig.world.clock.advance(by: 60)
            _ = try await rig.world.wait { handlers.withLock { $0.count } == 2 ? true : nil }
            handlers.withLock { $0.last }?()
            try await rig.waitFor("finished one", delegate)
            withExtendedLifetime(delegate) {}
        }
    }
}
