// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import SystemSupport

/// A Chromium without a window, driven by WebDriver (W3C).
///
/// ```
/// try await Browser.with { browser in
///     try await browser.open(url)
///     #expect(try await browser.evaluate("return document.title") == "…")
/// }
/// ```
package struct Browser: Sendable {
    /// A key as WebDriver has it.
    package enum Key: String, Sendable {
        case tab = "\u{E004}"
        case enter = "\u{E007}"
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Of the session: below it lies everything that can be done.
    private let address: String

    /// Starts a browser with a profile of its own, and ends it after `body`.
    ///
    /// - `runsScripts`: false for one in which JavaScript is off.
    package static func with(runsScripts: Bool = true, _ body: (Browser) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let output = try folder.write("", to: "driver.log")
            // Not Foundation's Process: what that starts has all signals blocked, as the threads of Swift's pool have, and a
            // driver that cannot hear of its children waits for a browser for ever.
            var launcher = ProcessLauncher(
                executable: "/usr/bin/chromedriver", arguments: ["--port=0"],
                environment: ["HOME": folder.path(""), "PATH": "/usr/bin:/bin", "TMPDIR": folder.path("")])
            let log = FileHandle(forWritingAtPath: output)
            launcher.standardOutput = log?.fileDescriptor ?? -1
            let driver = try launcher.start()
            defer {
                kill(driver, SIGKILL)
                var status: Int32 = 0
                waitpid(driver, &status, 0)
            }
            let port = try await eventualValue {
                try String(contentsOfFile: output, encoding: .utf8)
                    .firstMatch(of: /started successfully on port ([0-9]+)/).map { String($0.1) }
            }
            let driverAddress = "http://127.0.0.1:\(port)/session"
            var options: [String: Any] = [
                "binary": "/usr/bin/chromium",
                // Tests may run as root, for whom there is no sandbox, and in a container with little shared memory.
                "args": [
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                    "--user-data-dir=" + folder.path("profile"),
                ],
            ]
            if !runsScripts { options["prefs"] = ["profile.managed_default_content_settings.javascript": 2] }
            let session = try await call(
                "POST", driverAddress,
                ["capabilities": ["alwaysMatch": ["browserName": "chrome", "goog:chromeOptions": options]]])
            guard let id = (session as? [String: Any])?["sessionId"] as? String else {
                throw Failure(description: "no session: \(session)")
            }
            let browser = Browser(address: driverAddress + "/" + id)
            do {
                try await body(browser)
                _ = try await call("DELETE", browser.address)
            } catch {
                _ = try await call("DELETE", browser.address)
                throw error
            }
        }
    }

    /// Loads a page, and returns when it is there.
    package func open(_ url: String) async throws {
        _ = try await Self.call("POST", address + "/url", ["url": url])
    }

    /// Runs a function's body in the page; what it returns, as text.
    package func evaluate(_ script: String) async throws -> String {
        let value = try await Self.call("POST", address + "/execute/sync", ["script": script, "args": [String]()])
        return value as? String ?? "\(value)"
    }

    /// The page as it is now, in HTML.
    package func source() async throws -> String {
        let value = try await Self.call("GET", address + "/source")
        return value as? String ?? "\(value)"
    }

    /// Types keys.
    package func press(_ keys: Key...) async throws {
        let actions = keys.flatMap { key in
            ["keyDown", "keyUp"].map { ["type": $0, "value": key.rawValue] }
        }
        let source: [String: Any] = ["type": "key", "id": "keyboard", "actions": actions]
        _ = try await Self.call("POST", address + "/actions", ["actions": [source]])
    }

    /// Clicks on the first element that a CSS selector finds.
    package func click(_ selector: String) async throws {
        let found = try await Self.call(
            "POST", address + "/element", ["using": "css selector", "value": selector])
        guard let element = (found as? [String: String])?.values.first else {
            throw Failure(description: "no element is \(selector): \(found)")
        }
        _ = try await Self.call("POST", address + "/element/\(element)/click", [:])
    }

    /// - Returns: the answer's value.
    private static func call(_ method: String, _ url: String, _ body: [String: Any]? = nil) async throws -> Any {
        var arguments = ["-s", "--noproxy", "*", "-X", method, url]
        if let body {
            let json = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
            arguments += ["-H", "Content-Type: application/json", "-d", json]
        }
        let run = try await ProgramRun.run("/usr/bin/curl", arguments)
        guard run.status == 0,
            let answer = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any],
            let value = answer["value"]
        else { throw Failure(description: "\(method) \(url): \(run.output)\(run.errors)") }
        if let error = (value as? [String: Any])?["error"] as? String {
            throw Failure(description: "\(method) \(url): \(error): \(run.output.prefix(500))")
        }
        return value
    }
}
