// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackArchives
internal import AssetPackModel
internal import FoundationEssentials
internal import HostingDelivery
package import ToolSupport

/// Keeps the shelf in step with the files: reads what has changed, gives it its version, publishes.
package actor PackKeeper {
    private let sources: PackSources
    private let ledger: LedgerFile
    private let shelf: PackShelf
    private let console: Console
    private let removalDelay: Duration
    private let read: @Sendable (PackCandidate) async throws(MockServerError) -> LoadedPack
    /// Versions for named packs by path, each used for the first content only.
    private var explicitVersions: [String: Int] = [:]
    /// The newest good content of each file.
    private var loaded: [String: LoadedPack] = [:]
    /// The states of files in which they could not be used.
    private var failed: [String: PackStamp] = [:]
    /// Whether something has changed that is not published yet.
    private var isPublicationDue = true
    /// Since when a file has been gone that nothing was done about yet.
    private var goneSince: [String: ContinuousClock.Instant] = [:]
    /// Named files that are gone, which was said.
    private var goneNamed: Set<String> = []
    private var notedCollisions: Set<String> = []

    /// `versions` are for the named packs, in their order; there may be fewer. A file of a folder must be gone for
    /// `removalDelay` before its pack counts as taken back. Files are read with `read`; without it by a `PackLoader` over
    /// the ledger's folder.
    package init(
        sources: PackSources, versions: [Int], ledger: LedgerFile, shelf: PackShelf, console: Console,
        removalDelay: Duration = .seconds(2),
        read: (@Sendable (PackCandidate) async throws(MockServerError) -> LoadedPack)? = nil
    ) throws(MockServerError) {
        self.sources = sources
        self.ledger = ledger
        self.shelf = shelf
        self.console = console
        self.removalDelay = removalDelay
        if let read {
            self.read = read
        } else {
            let loader = PackLoader(ledger.data)
            self.read = { candidate throws(MockServerError) in try await loader.load(candidate) }
        }
        guard versions.isEmpty || sources.folders.isEmpty else {
            throw .versions("--asset-pack-versions goes with packs that are named one by one, not with folders")
        }
        guard versions.count <= sources.named.count else {
            throw .versions(
                "\(Quantity.count(versions.count, "version")) given for \(Quantity.count(sources.named.count, "pack")); they stand in the packs' order"
            )
        }
        if let version = versions.first(where: { $0 < 0 }) {
            throw .versions("\(version) is no version: it must not be negative")
        }
        for (candidate, version) in zip(sources.named, versions) { explicitVersions[candidate.path] = version }
    }

    /// Folders to watch.
    package nonisolated var watchedFolders: [String] { sources.watchedFolders }

    /// Reads all packs for the first time.
    ///
    /// - Throws: what is wrong with a pack that was named; what is wrong in a folder is noted and left out.
    package func start() async throws(MockServerError) {
        var paths: [String: String] = [:]
        for candidate in sources.candidates() {
            await settle(candidate)
            let stamp = PackStamp(candidate)
            do throws(MockServerError) {
                let pack = try await load(candidate)
                guard candidate.isNamed else { continue }
                if let first = paths.updateValue(candidate.path, forKey: pack.published.id) {
                    throw .sameID(pack.published.id, first: first, second: candidate.path)
                }
            } catch {
                if candidate.isNamed { throw error }
                fail(candidate, stamp, error)
            }
        }
        try publish()
    }

    /// Looks at all files again and publishes what has changed.
    ///
    /// - Returns: when to look again because something is not settled yet; nil when everything is.
    package func refresh() async throws(MockServerError) -> Duration? {
        var again: Duration?
        for candidate in sources.candidates() {
            guard let stamp = PackStamp(candidate) else { continue }
            if loaded[candidate.path]?.stamp == stamp || failed[candidate.path] == stamp { continue }
            if stamp.isFresh {
                again = FileStamp.settlingDelay
                continue
            }
            do throws(MockServerError) {
                try await load(candidate)
                isPublicationDue = true
            } catch {
                if fail(candidate, stamp, error) { again = FileStamp.settlingDelay }
            }
        }
        if forgetGoneFiles(&again) { isPublicationDue = true }
        if isPublicationDue { try publish() }
        return again
    }

    /// Waits until nobody writes to a file any more; not for ever.
    private func settle(_ candidate: PackCandidate) async {
        for _ in 0..<10 {
            guard PackStamp(candidate)?.isFresh == true else { return }
            // Cancelled or not, the file is read next.
            try? await Task.sleep(for: FileStamp.settlingDelay)
        }
    }

    @discardableResult
    private func load(_ candidate: PackCandidate) async throws(MockServerError) -> LoadedPack {
        let pack = try await read(candidate)
        loaded[candidate.path] = pack
        failed[candidate.path] = nil
        for problem in pack.problems { console.warn(problem) }
        return pack
    }

    /// Drops files of folders that have been gone for long enough; a named file that is gone is served on, with a
    /// warning.
    private func forgetGoneFiles(_ again: inout Duration?) -> Bool {
        var hasForgotten = false
        for (path, pack) in loaded.sorted(by: { $0.key < $1.key }) {
            guard PackStamp(pack.candidate) == nil else {
                goneSince[path] = nil
                goneNamed.remove(path)
                continue
            }
            if goneNamed.contains(path) { continue }
            let now = ContinuousClock.now
            let since = goneSince[path] ?? now
            goneSince[path] = since
            if now - since >= removalDelay {
                goneSince[path] = nil
                if pack.candidate.isNamed {
                    goneNamed.insert(path)
                    warn(ofGone: pack)
                } else {
                    loaded[path] = nil
                    hasForgotten = true
                }
            } else {
                again = again ?? removalDelay
            }
        }
        return hasForgotten
    }

    /// Nothing else would tell why devices get an old pack, or none, until the server is started again.
    private func warn(ofGone pack: LoadedPack) {
        let name = "the pack \(pack.published.id)"
        console.warn(
            pack.archive.isUnchanged
                ? "\(pack.candidate.path) is gone; its former content, \(name), is served on until the server ends"
                : "\(pack.candidate.path) is gone, and was written over before: \(name) stays in the manifest and cannot be "
                    + "delivered; put the archive back, or start the server without it")
    }

    /// Notes a file that cannot be used as it is. What was served of it before is served on.
    ///
    /// `stamp` was taken before the file was read: the fault is of that state, and never of one that came later.
    ///
    /// - Returns: whether it was only changing and is to be read again.
    @discardableResult
    private func fail(_ candidate: PackCandidate, _ stamp: PackStamp?, _ error: MockServerError) -> Bool {
        if case .changing = error { return true }
        failed[candidate.path] = stamp
        let rest = loaded[candidate.path].map { "; its former content, pack \($0.published.id), is served on" }
        console.warn("\(error)\(rest ?? "")")
        return false
    }

    /// Gives versions and a number to what is there, and hands it over.
    private func publish() throws(MockServerError) {
        let packs = winners()
        let explicit = explicitVersions
        let folders = Set(sources.folders)
        // A file that cannot be read may be any pack: nothing of its folder counts as taken back.
        let unsureFolders = Set(
            sources.candidates().filter { failed[$0.path] != nil && loaded[$0.path] == nil }.map(\.folder))
        let before = shelf.current
        let result = try ledger.update { ledger throws(MockServerError) in
            var published: [PublishedPack] = []
            var warnings: [String] = []
            for loaded in packs {
                let key = VersionLedger.Key(folder: loaded.candidate.folder, id: loaded.published.id)
                let assignment = try ledger.assign(
                    key: key, digest: loaded.published.sha256, explicit: explicit[loaded.candidate.path])
                var pack = loaded.published
                pack.version = assignment.version
                published.append(pack)
                if let warning = assignment.warning { warnings.append(warning) }
            }
            let ids = Set(published.map(\.id))
            let removed = Set(
                ledger.records.keys.filter {
                    folders.contains($0.folder) && !unsureFolders.contains($0.folder) && !ids.contains($0.id)
                }.map(\.id))
            var publication = Publication(packs: published, removed: removed.sorted())
            publication.sequence = try ledger.number(publication: try Self.digest(of: publication))
            return (publication, warnings)
        }
        explicitVersions = [:]
        isPublicationDue = false
        for warning in result.1 { console.warn(warning) }
        for (loaded, pack) in zip(packs, result.0.packs) { shelf.add(pack, of: loaded) }
        shelf.publish(result.0)
        if before.sequence > 0 { note(from: before, to: result.0) }
    }

    /// The packs to publish: of files with the same ID the first one. A file that has been gone for a moment only still
    /// counts.
    private func winners() -> [LoadedPack] {
        let present = sources.candidates()
        let gone = goneSince.keys.compactMap { path -> PackCandidate? in
            guard let candidate = loaded[path]?.candidate, !present.contains(candidate) else { return nil }
            return candidate
        }
        let others = (present.filter { !$0.isNamed } + gone).sorted { $0.path < $1.path }
        var winners: [LoadedPack] = []
        var seen: [String: String] = [:]
        for candidate in sources.named + others {
            guard let pack = loaded[candidate.path] else { continue }
            let id = pack.published.id
            if let first = seen[id] {
                // A file that was renamed is under both names for a moment.
                if gone.contains(where: { $0 == candidate || $0.path == first }) { continue }
                let text = "\(candidate.path) is the pack \(id) too and is not served: \(first) comes first"
                if notedCollisions.insert(text).inserted { console.warn(text) }
                continue
            }
            seen[id] = candidate.path
            winners.append(pack)
        }
        return winners
    }

    private func note(from before: Publication, to after: Publication) {
        for pack in after.packs {
            let earlier = before.packs.first { $0.id == pack.id }
            if earlier == nil {
                console.note("\(pack.id): version \(pack.version) added")
            } else if let earlier, earlier.version != pack.version {
                console.note("\(pack.id): version \(earlier.version) → \(pack.version)")
            }
        }
        for id in after.removed where !before.removed.contains(id) { console.note("\(id): taken back") }
    }

    private static func digest(of publication: Publication) throws(MockServerError) -> AssetPackModel.Digest {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        do {
            // With no base and the sequence still 0, only what is published counts. Apple's devices see packs that
            // are not for Linux, so both forms are in it.
            let forms = [ManifestForm.linux, .apple(nil)].map { publication.manifest(in: $0, base: "") }
            return SHA256Digest.of(try encoder.encode(forms))
        } catch {
            throw .stopped(reason: "the manifest has no JSON form: \(error)")
        }
    }
}
