// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ExtensionHost
internal import Foundation
internal import Logging
internal import ServiceInterface
internal import TransferEngine

/// Has apps answer what the servers of their downloads ask: who asks, and whether the server is trusted. First the delegates
/// of processes that are in front or run anyway are asked, then the extension, which is woken.
///
/// What an app answers is remembered for as long as the service lives, and written nowhere.
actor ChallengesService {
    /// What is known of an extension of one version of an app.
    private enum Inclination {
        /// It has answered.
        case answers
        /// It has no method of its own for it.
        case lacksMethod
        /// It has failed so often, and never answered.
        case failing(count: Int)
    }

    /// Failures after which an extension that has never answered is asked no more: it is in the way of what the system
    /// trusts.
    private static let failureLimit = 3

    private let events: FileEventsService
    private let extensions: ExtensionsService
    private let catalog: AppCatalog
    private let settings: SettingsService
    private let clock: any WallClock
    private let logger: Logger
    /// One question for a server of an app at a time.
    nonisolated let turns = KeyedLock()
    private var memories: [String: CredentialMemory] = [:]
    /// Versions that were being installed when their manifest was fetched: they answer while none is installed.
    private var arriving: [String: AppBundle] = [:]
    /// By the path of the version.
    private var inclinations: [String: Inclination] = [:]
    /// What apps are being asked, by the IDs of the downloads that asked first.
    private var questions: [String: PendingChallenge] = [:]
    /// The turns that other downloads wait for, by their IDs.
    private var waiting: [String: String] = [:]

    init(
        events: FileEventsService, extensions: ExtensionsService, catalog: AppCatalog, settings: SettingsService,
        clock: any WallClock, logger: Logger
    ) {
        self.events = events
        self.extensions = extensions
        self.catalog = catalog
        self.settings = settings
        self.clock = clock
        self.logger = logger
    }

    /// Who answers for a download.
    ///
    /// - `bundle`: the version whose extension is asked; nil for the one that is installed.
    func responder(for file: FileDownload, of bundleID: String, _ bundle: AppBundle? = nil) -> AppChallenges {
        let memory = memories[bundleID] ?? CredentialMemory()
        memories[bundleID] = memory
        return AppChallenges(service: self, file: file, bundleID: bundleID, bundle: bundle, memory: memory)
    }

    /// Who answers for a pack, or for the manifest of an app with managed packs: its extension, which has the method for it
    /// from `BADownloaderExtension`.
    ///
    /// - `bundle`: the version that is being installed; nil for the one that is installed.
    func responder(forManaged file: FileDownload, of bundleID: String, _ bundle: AppBundle? = nil) -> AppChallenges {
        if let bundle { arriving[bundleID] = bundle }
        var responder = responder(for: file, of: bundleID, bundle)
        responder.isManaged = true
        return responder
    }

    /// Forgets what an app has answered that is being removed.
    func forget(_ bundleID: String) {
        memories[bundleID] = nil
        arriving[bundleID] = nil
    }

    // MARK: Who waits

    /// What downloads wait for their apps to answer, by their IDs: those that ask, and those that go by the same answer.
    var pending: [String: PendingChallenge] {
        guard !questions.isEmpty else { return [:] }
        let turns = Dictionary(
            questions.values.map { (Self.turn($0.challenge.turn, of: $0.bundleID), $0) },
            uniquingKeysWith: { one, _ in one })
        return questions.merging(waiting.compactMapValues { turns[$0] }) { own, _ in own }
    }

    /// A download waits until nobody else of its app asks about a server.
    func wait(_ id: String, of bundleID: String, for server: String) {
        waiting[id] = Self.turn(server, of: bundleID)
    }

    func stopWaiting(_ id: String) { waiting[id] = nil }

    private static func turn(_ server: String, of bundleID: String) -> String { bundleID + " " + server }

    // MARK: Who is asked

    /// Whether somebody may judge servers. An extension that may not run now, and has never answered, does not.
    func hasSomebody(for bundleID: String, _ bundle: AppBundle?) async -> Bool {
        if await events.judgesServers(of: bundleID) { return true }
        guard let bundle = await version(of: bundleID, bundle), bundle.downloaderExtension != nil else { return false }
        switch inclinations[bundle.path] {
        case .answers: return true
        case .lacksMethod: return false
        case .failing(let count) where count >= Self.failureLimit: return false
        case .failing, nil: return await extensions.refusal(of: bundleID) == nil
        }
    }

    func answer(
        _ challenge: ServerChallenge, about file: FileDownload, of bundleID: String, _ bundle: AppBundle?,
        isManaged: Bool
    ) async -> ChallengeAnswer {
        let seconds = await settings.integer(.challengePatience)
        let question = PendingChallenge(
            challenge: challenge, bundleID: bundleID, since: clock.now, seconds: seconds)
        questions[file.id] = question
        defer { questions[file.id] = nil }
        if isManaged, let token = await token(for: challenge, of: bundleID, bundle) { return token }
        let name = "\(file.identifier) of \(bundleID)"
        logger.info("\(challenge), for \(name): the app is asked")
        return await question.answer(at: clock) {
            await self.ask(challenge, about: file, of: bundleID, bundle, isManaged: isManaged)
        }
    }

    /// The token that the build was handed out with, for the host that it is from, and for no other.
    private func token(
        for challenge: ServerChallenge, of bundleID: String, _ bundle: AppBundle?
    ) async -> ChallengeAnswer? {
        guard challenge.method == .httpBearer, !challenge.isProxy, challenge.previousFailures == 0,
            let receipt = await version(of: bundleID, bundle)?.information.receipt, let token = receipt.deviceToken
        else { return nil }
        do throws(TransferError) {
            let host = try HTTPAddress(receipt.host).url
            guard host.host == challenge.host, (host.port ?? 443) == challenge.port else { return nil }
        } catch { return nil }
        return .credential(HTTPCredential(user: "", password: token))
    }

    private func ask(
        _ challenge: ServerChallenge, about file: FileDownload, of bundleID: String, _ bundle: AppBundle?,
        isManaged: Bool
    ) async -> ChallengeAnswer {
        let question = Challenge(id: UUID().uuidString, challenge)
        if !isManaged, let reply = await events.ask(question, about: file, of: bundleID) {
            return ChallengeAnswer(reply)
        }
        guard !Task.isCancelled, let bundle = await version(of: bundleID, bundle),
            let downloader = bundle.downloaderExtension
        else { return .nobody }
        if case .lacksMethod = inclinations[bundle.path] { return .nobody }
        do throws(ExtensionError) {
            let reply = try await extensions.answer(question, about: file, from: downloader, of: bundle)
            inclinations[bundle.path] = reply.disposition == .declined ? .lacksMethod : .answers
            return ChallengeAnswer(reply)
        } catch {
            guard challenge.method == .serverTrust else { return .unanswered(reason: "\(error)") }
            switch inclinations[bundle.path] {
            case .answers, .lacksMethod: return .unanswered(reason: "\(error)")
            case nil: inclinations[bundle.path] = .failing(count: 1)
            case .failing(let count): inclinations[bundle.path] = .failing(count: count + 1)
            }
            // One that has never judged a server is not in the way of those that the system trusts.
            logger.warning("\(challenge), and nobody has judged it: \(error)")
            return .nobody
        }
    }

    private func version(of bundleID: String, _ bundle: AppBundle?) async -> AppBundle? {
        if let bundle { return bundle }
        do throws(ServiceError) { return try await catalog.bundle(of: bundleID) } catch {
            if let bundle = arriving[bundleID] { return bundle }
            logger.warning("the extension of \(bundleID) cannot be asked: \(error)")
            return nil
        }
    }
}
