// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingIdentity

/// Where a process tells what it measures, to whoever asks, without TLS: `9464`, `10.0.0.5:9464` or `[::1]:9464`.
struct MetricsAddress: Equatable {
    let host: HostName
    let port: Int

    /// - Returns: nil when nothing was said of it: then it tells nobody.
    init?(_ configuration: HostConfiguration) throws(HostCommandError) {
        guard let text = configuration.text(.metricsAddress) else { return nil }
        let colon = text.lastIndex(of: ":")
        guard let port = Int(colon.map { text[text.index(after: $0)...] } ?? text[...]), (0...65_535).contains(port)
        else {
            throw configuration.invalid(.metricsAddress, "\(text) is not of the form PORT or ADDRESS:PORT")
        }
        self.port = port
        guard let colon else {
            host = .localhost
            return
        }
        do throws(IdentityError) { host = try HostName(String(text[..<colon])) } catch {
            throw configuration.invalid(.metricsAddress, error.description)
        }
        // A name would have it tell everybody.
        if case .name = host.kind, host != .localhost {
            throw configuration.invalid(
                .metricsAddress, "\(host) is no address of this machine: give one by its numbers, or localhost")
        }
    }
}
