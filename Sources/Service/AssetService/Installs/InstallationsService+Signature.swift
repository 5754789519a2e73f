// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import AssetStore
internal import BundleSigning
internal import Logging
internal import ServiceInterface

// Who signed an app. What stands in its place is looked at, whatever way it came, before it is on record; the first team that
// signed an app is the only one whose updates it takes.
extension InstallationsService {
    /// Finds out who signed a bundle that stands in its place, and whether it may take the place of what is installed.
    ///
    /// For a bundle that a package of the system brought root vouches, as for all that is installed there: packages are
    /// stripped and patched after they were built. Its team is told when its signature is good.
    ///
    /// - `origin`: where the app comes from.
    /// - Returns: the team's public key; nil for a bundle that is not signed.
    /// - Throws: `signatureInvalid`, `teamRefused`.
    func verifySignature(
        of information: AppInformation, at path: String, origin: String
    ) async throws(ServiceError) -> String? {
        let bundleID = information.bundleID
        let stop = StopFlag()
        let result = await withTaskCancellationHandler {
            await BlockingWork.run { () -> Result<SigningState, SigningError> in
                do throws(SigningError) {
                    return .success(
                        try BundleVerifier(path: path, withheld: information.executable) { stop.isRaised }.state())
                } catch { return .failure(error) }
            }
        } onCancel: {
            stop.raise()
        }
        try checkCancellation(bundleID)
        let state: SigningState
        do throws(SigningError) { state = try result.get() } catch {
            throw ServiceError(
                .signatureInvalid, "the signature of \(bundleID) cannot be checked: \(error)", subject: bundleID)
        }
        if origin == AppSource.systemOrigin {
            if case .broken(let problems) = state {
                logger.notice("the signature of \(path) is not good any more: \(Self.words(problems))")
            }
            return state.team?.publicKey
        }
        if case .broken(let problems) = state {
            throw ServiceError(
                .signatureInvalid,
                "the signature of \(bundleID) \(information.version) is not good: \(Self.words(problems)); get it again "
                    + "from where it comes, or sign it again with `ba sign` if you made it", subject: bundleID)
        }
        try await requireTeam(state.team, of: bundleID)
        return state.team?.publicKey
    }

    /// - Throws: `teamRefused` when the app that is installed is another team's.
    private func requireTeam(_ team: TeamIdentity?, of bundleID: String) async throws(ServiceError) {
        let known: String?
        do throws(AssetStoreError) { known = try await store.app(bundleID)?.team } catch {
            throw ServiceError(store: error)
        }
        // From its first signed version on it belongs to that team.
        guard let known, known != team?.publicKey else { return }
        let owner = TeamIdentity(publicKey: known)?.fingerprint ?? known
        let what = team.map { "is signed by team \($0)" } ?? "is not signed"
        throw ServiceError(
            .teamRefused,
            "this \(bundleID) \(what), and the installed one by team \(owner), which alone may update it: if you trust it "
                + "all the same, remove the installed one first with `ba uninstall \(bundleID)`", subject: bundleID)
    }

    /// The fingerprint of the team that signed the version that is launched; nil when it is not signed.
    func team(of bundleID: String) async -> String? {
        do throws(AssetStoreError) {
            return try await store.app(bundleID)?.team.flatMap(TeamIdentity.init(publicKey:))?.fingerprint
        } catch {
            logger.debug("the team of \(bundleID) is not known: \(error)")
            return nil
        }
    }

    /// The first of them, and how many there are.
    private static func words(_ problems: [SignatureProblem]) -> String {
        let first = problems.first.map { "\($0.path): \($0.message)" } ?? ""
        return problems.count > 1 ? "\(first) (and \(problems.count - 1) more)" : first
    }
}

extension ServiceError {
    /// Whether the archive that this came of is not worth to be fetched again.
    var makesArchiveUseless: Bool {
        [.bundleInvalid, .signatureInvalid, .teamRefused, .consentRequired].contains(code)
    }
}
