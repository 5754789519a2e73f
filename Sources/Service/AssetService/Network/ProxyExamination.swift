// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import TransferEngine

/// What `ba doctor` says about the proxy.
struct ProxyExamination: Sendable {
    private static let largestCount = 8

    let policy: ProxyPolicy
    /// Why the proxy that is in force does not answer; nil when it does, or there is none.
    let problem: String?

    var findings: [Finding] {
        if let (source, error) = policy.problem {
            return [
                finding(
                    .error,
                    "the proxy in \(source) cannot be used: \(error). Nothing goes past it; `ba settings proxy off` "
                        + "does without")
            ]
        }
        guard let (server, source) = policy.server else {
            return [finding(.ok, "there is none: hosts are asked straight (`ba settings proxy`)")]
        }
        if policy.exceptions.coversAll {
            return [finding(.ok, "\(server), from \(source), leads nowhere, for no_proxy names all hosts")]
        }
        let known = server.credential == nil ? "" : " with a name and a password"
        let text = "\(server)\(known), from \(source), leads to all hosts\(exceptions)"
        guard let problem else { return [finding(.ok, text + "; it answers")] + ignored }
        return [finding(.ok, text), finding(.error, "\(server) \(problem)")] + ignored
    }

    private var exceptions: String {
        var words = policy.exceptions.words
        if words.count > Self.largestCount {
            words = words.prefix(Self.largestCount) + ["\(words.count - Self.largestCount) more"]
        }
        if policy.sparesLoopback { words.insert("this machine itself", at: 0) }
        return words.isEmpty ? "" : " but " + words.joined(separator: ", ")
    }

    /// What was meant as an exception and is none.
    private var ignored: [Finding] {
        let words = policy.exceptions.unusable
        guard !words.isEmpty else { return [] }
        let shown = words.prefix(Self.largestCount).map { "\"\($0)\"" }.joined(separator: ", ")
        let more = words.count > Self.largestCount ? " and \(words.count - Self.largestCount) more" : ""
        return [
            finding(
                .warning,
                "in no_proxy, \(shown)\(more) is no name of a host and no network, as in 10.0.0.0/8: the proxy leads there"
            )
        ]
    }

    private func finding(_ level: Finding.Level, _ message: String) -> Finding {
        Finding(level: level, subject: "proxy", message: message)
    }
}
