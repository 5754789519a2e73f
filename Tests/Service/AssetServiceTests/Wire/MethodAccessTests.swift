// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing
import Varlink

@testable import AssetService

@Suite("Who may call what") struct MethodAccessTests {
    /// Of all our interfaces but the one that extensions serve themselves.
    private func methods() throws -> [String] {
        try InterfaceText.all.keys.filter { $0 != "backgroundassets.v1.Extension" }.sorted().flatMap { name in
            try InterfaceText.description(of: name).methods.map { "\(name).\($0.name)" }
        }
    }

    private func refusal(_ method: String, by caller: Session.Caller) -> ServiceError.Code? {
        do throws(ServiceError) {
            try MethodAccess.check(method, by: caller)
            return nil
        } catch { return error.code }
    }

    @Test("A13: an extension may call what its app's assets need, and nothing that is not named")
    func extensions() throws {
        let all = try methods()
        #expect(MethodAccess.extensions.isSubset(of: all))
        #expect(MethodAccess.tools.isSubset(of: all))
        for method in all + ["backgroundassets.v1.Apps.Unknown"] {
            let refusal = refusal(method, by: .downloaderExtension(bundleID: "com.example.game"))
            #expect((refusal == nil) == MethodAccess.extensions.contains(method), "\(method)")
            #expect(refusal == nil || refusal == .callFromExtensionNotAllowed)
            let service = method.split(separator: ".").dropLast().last.map(String.init)
            if ["Apps", "Control", "Debug", "Notifications", "Sessions", "Tasks"].contains(service) {
                #expect((refusal == nil) == (method == AppsInterface.Hello.method), "\(method)")
            }
        }
    }

    @Test("Apps are installed, registered, started and identified by tools, and by no app") func apps() throws {
        for method in try methods() {
            #expect(refusal(method, by: .tool) == nil)
            let isRefused = refusal(method, by: .app(bundleID: "com.example.game")) == .notAttributed
            #expect(isRefused == MethodAccess.tools.contains(method), "\(method)")
        }
    }
}
