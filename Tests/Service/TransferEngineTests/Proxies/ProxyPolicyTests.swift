// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TransferEngine

/// Which hosts go through which proxy, by settings and environment.
@Suite("Proxy policy") struct ProxyPolicyTests {
    /// Where an address goes: the proxy, `-` for straight there, or why nowhere.
    private func way(_ policy: ProxyPolicy, _ address: String) throws -> String {
        do throws(TransferError) {
            return try policy.server(for: HTTPAddress(address)).map { "\($0)" } ?? "-"
        } catch { return "\(error)" }
    }

    private func automatic(_ environment: [String: String]) -> ProxyPolicy {
        ProxyPolicy(setting: "auto", environment: environment)
    }

    @Test(
        "The environment is read as curl reads it",
        arguments: [
            ([:], "-"),
            (["https_proxy": "http://a:1"], "a:1"),
            (["HTTPS_PROXY": "http://a:1"], "a:1"),
            (["https_proxy": "http://a:1", "HTTPS_PROXY": "http://b:2", "all_proxy": "http://c:3"], "a:1"),
            (["https_proxy": "", "HTTPS_PROXY": "", "all_proxy": "http://c:3"], "c:3"),
            (["ALL_PROXY": "HTTP://c:3"], "c:3"),
            // Those of http alone, and what CGI makes of a header.
            (["http_proxy": "http://a:1", "HTTP_PROXY": "http://a:1"], "-"),
            (["https_proxy": "a"], "a:1080"),
            (["https_proxy": "a:3128/ignored?x"], "a:3128"),
            (["https_proxy": "http://[::1]:3128"], "[::1]:3128"),
            (["https_proxy": "http://user:p%40ss@a:1"], "a:1"),
            (["https_proxy": "http://a:1", "no_proxy": "example.com"], "-"),
            (["https_proxy": "http://a:1", "NO_PROXY": "x, .example.com ,y"], "-"),
            (["https_proxy": "http://a:1", "no_proxy": "", "NO_PROXY": "example.com"], "-"),
            (["https_proxy": "http://a:1", "no_proxy": "other", "NO_PROXY": "example.com"], "a:1"),
            (["https_proxy": "http://a:1", "no_proxy": "*"], "-"),
        ])
    func environment(_ environment: [String: String], _ expected: String) throws {
        #expect(try way(automatic(environment), "https://cdn.example.com/x") == expected)
        #expect(try way(ProxyPolicy(setting: "off", environment: environment), "https://cdn.example.com/x") == "-")
    }

    @Test("User and password are taken out of the address, and not told")
    func credential() throws {
        let policy = automatic(["https_proxy": "http://us%3Aer:p%40ss:word@a:1"])
        let server = try #require(policy.server?.server)
        #expect(server.credential == HTTPCredential(user: "us:er", password: "p@ss:word"))
        #expect(policy.server?.source == .variable("https_proxy"))
        #expect("\(server) \(String(describing: server.credential))".contains("ss") == false)
        #expect(try #require(automatic(["all_proxy": "http://u@a:1"]).server).server.credential?.password == "")
        #expect(try #require(automatic(["all_proxy": "http://@a:1"]).server).server.credential == nil)
    }

    @Test(
        "A proxy that cannot be used is named, and nothing goes past it",
        arguments: [
            ("socks5h://user:secret@a:1", "scheme is \"socks5h\""), ("https://a:1", "scheme is \"https\""),
            ("http://a:0", "port"), ("http://a:99999", "port"), ("http://a:b", "port"), ("http://:1", "no host"),
            ("http://", "no host"), ("http://a b:1", "no host"), ("http://[x]:1", "no host"),
            ("http://[::1", "no host"), ("http://a\u{1b}[2J:1", "no host"), ("http://secret:1:@:1", "no host"),
            (String(repeating: "a", count: 5000), "no host"),
        ])
    func unusable(_ value: String, _ cause: String) throws {
        let policy = automatic(["https_proxy": value, "no_proxy": "example.org"])
        #expect(policy.server == nil)
        let text = try way(policy, "https://example.com/x")
        #expect(text.contains("the proxy in https_proxy of the service's environment cannot be used"))
        #expect(text.contains(cause), "\(text)")
        #expect(!text.contains("secret") && !text.contains("\u{1b}"))
        #expect(try way(policy, "https://example.org/x") == "-")
        #expect(try way(policy, "https://localhost/x") == "-")
    }

    @Test(
        "Exceptions: names, what is below them, addresses, networks",
        arguments: [
            ("example.com", "example.com", true), ("example.com", "a.b.example.com", true),
            (".example.com", "example.com", true), (".example.com", "a.example.com", true),
            ("example.com", "notexample.com", false), ("example.com", "example.com.", true),
            ("EXAMPLE.com.", "Example.COM", true), ("com", "example.com", true), ("x y,z", "z", true),
            ("10.0.0.0/8", "10.200.3.4", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.1.2.3", "10.1.2.3", true),
            ("192.168.4.128/25", "192.168.4.200", true), ("192.168.4.128/25", "192.168.4.100", false),
            ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "::1", false), ("10.0.0.0/33", "10.0.0.0", false),
            ("10.0.0.0/-1", "10.0.0.0", false), ("10.0.0.0/x", "10.0.0.0", false), ("fd00::/8", "fd12::1", true),
            ("[fd00::]/8", "fd12::1", true), ("::1", "0:0:0:0:0:0:0:1", true), ("fd00::/8", "fe00::1", false),
            ("10.0.0.0/8", "10.example.com", false), ("", "example.com", false), ("., /,", "example.com", false),
            ("a,*", "anything", true), ("*.example.com", "a.example.com", false),
        ])
    func exceptions(_ text: String, _ host: String, _ isExcepted: Bool) {
        #expect(ProxyExceptions(text).cover(host) == isExcepted)
    }

    @Test("Words that name no host and no network except nothing, and are known as such")
    func unusableExceptions() {
        let exceptions = ProxyExceptions("10.0.0.0/99, a.example, b.example:8080 *.c.example, ., d/8 *")
        #expect(exceptions.unusable == ["10.0.0.0/99", "b.example:8080", "*.c.example", ".", "d/8"])
        #expect(exceptions.words == ["a.example", "*"])
    }

    @Test("This machine itself is asked straight, unless a person has named the proxy")
    func loopback() throws {
        let environment = ["https_proxy": "http://a:1"]
        for host in [
            "localhost", "LOCALHOST.", "game.localhost", "127.0.0.1", "127.9.9.9", "[::1]", "[::ffff:127.0.0.1]",
        ] {
            #expect(try way(automatic(environment), "https://\(host):8443/") == "-")
            let set = ProxyPolicy(setting: "http://b:2", environment: ["no_proxy": "example.org"])
            #expect(try way(set, "https://\(host):8443/") == "b:2")
            #expect(try way(set, "https://example.org/") == "-")
        }
        for host in ["localhost.example.com", "10.0.0.1", "[::2]"] {
            #expect(try way(automatic(environment), "https://\(host)/") == "a:1")
        }
    }

    @Test(
        "What the setting may be",
        arguments: [
            ("auto", nil), ("off", nil), ("http://proxy.example.com:3128", nil), ("http://10.0.0.1:80/", nil),
            ("HTTP://[fd00::1]:3128", nil), ("", "must be auto, off"), ("on", "must be auto, off"),
            ("proxy:3128", "must be auto, off"), ("http://proxy", "no port"), ("http://proxy:x", "no port"),
            ("http://user:secret@proxy:1", "user name or a password"),
            ("http://user@proxy:1", "user name or a password"),
            ("https://proxy:1", "only proxies of HTTP"), ("socks5://proxy:1", "only proxies of HTTP"),
            ("http://proxy:1/x", "goes on behind the port"), ("http://:1", "no host"),
        ] as [(String, String?)])
    func setting(_ value: String, _ cause: String?) {
        let problem = ProxyPolicy.problem(with: value)
        #expect((problem == nil) == (cause == nil), "\(problem ?? "-")")
        if let cause { #expect(problem?.contains(cause) == true, "\(problem ?? "-")") }
        #expect(problem?.contains("secret") != true)
    }
}
