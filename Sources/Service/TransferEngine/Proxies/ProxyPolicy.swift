// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// Which hosts are asked through which proxy: what a person has set, else what the environment says.
package struct ProxyPolicy: Sendable {
    /// Who has named the proxy.
    package enum Source: Equatable, Sendable, CustomStringConvertible {
        case setting
        case variable(String)

        package var description: String {
            switch self {
            case .setting: "`ba settings proxy`"
            case .variable(let name): "\(name) of the service's environment"
            }
        }
    }

    private enum Choice: Sendable {
        case direct
        case server(ProxyServer, Source)
        case unusable(Source, ProxyAddressError)
    }

    /// Value of the setting for what the environment says.
    package static let automatic = "auto"
    /// Value of the setting for no proxy.
    package static let off = "off"
    /// All that is read of an environment. Nothing is fetched by http, so `http_proxy` is not.
    package static let variables = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"]

    package static let direct = ProxyPolicy(setting: off, environment: [:])

    private let choice: Choice
    package let exceptions: ProxyExceptions
    /// Whether this machine itself is asked without the proxy.
    package let sparesLoopback: Bool

    /// - Parameters:
    ///   - setting: `auto`, `off` or the address of a proxy.
    ///   - environment: where `auto` looks, and what is excepted in any case.
    package init(setting: String, environment: [String: String]) {
        // An empty variable is as good as none, and the first one that is there counts.
        func value(of names: String...) -> (name: String, text: String)? {
            for name in names { if let text = environment[name], !text.isEmpty { return (name, text) } }
            return nil
        }
        exceptions = ProxyExceptions(value(of: "no_proxy", "NO_PROXY")?.text ?? "")
        sparesLoopback = setting == Self.automatic
        switch setting {
        case Self.off: choice = .direct
        case Self.automatic:
            guard let (name, text) = value(of: "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY") else {
                choice = .direct
                return
            }
            do throws(ProxyAddressError) {
                choice = .server(try ProxyAddressParser.parse(variable: text), .variable(name))
            } catch { choice = .unusable(.variable(name), error) }
        default:
            do throws(ProxyAddressError) {
                choice = .server(try ProxyAddressParser.parse(setting: setting), .setting)
            } catch { choice = .unusable(.setting, error) }
        }
    }

    /// Why a text is no value of the setting; nil when it is one.
    package static func problem(with setting: String) -> String? {
        guard setting != automatic, setting != off else { return nil }
        do throws(ProxyAddressError) {
            _ = try ProxyAddressParser.parse(setting: setting)
            return nil
        } catch .noHost where !setting.contains("://") {
            return "it must be auto, off, or the address of a proxy, as in http://proxy.example.com:3128"
        } catch { return "\(error)" }
    }

    /// The proxy that is in force, and who has named it; nil when there is none, or it cannot be used.
    package var server: (server: ProxyServer, source: Source)? {
        if case .server(let server, let source) = choice { (server, source) } else { nil }
    }

    /// Who has named a proxy that cannot be used, and why it cannot.
    package var problem: (source: Source, error: ProxyAddressError)? {
        if case .unusable(let source, let error) = choice { (source, error) } else { nil }
    }

    /// The proxy that leads to an address; nil when it is asked itself.
    ///
    /// - Throws: `proxy` when one was named that cannot be used: nothing goes past it.
    func server(for address: HTTPAddress) throws(TransferError) -> ProxyServer? {
        let host = address.host
        if sparesLoopback, Self.isLoopback(host) { return nil }
        switch choice {
        case .direct: return nil
        case _ where exceptions.cover(host): return nil
        case .server(let server, _): return server
        case .unusable(let source, let error):
            throw .proxy(
                url: "\(address)", proxy: "in \(source)",
                reason: "cannot be used: \(error). `ba settings proxy off` does without")
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        if let address = NetworkAddress(host) { return address.isLoopback }
        let name = (host.last == "." ? String(host.dropLast()) : host).lowercased()
        return name == "localhost" || name.hasSuffix(".localhost")
    }
}
