// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import SystemPackage
internal import SystemSupport

/// Finds out whether a bundle is signed, by whom, and what has become of it since.
package struct BundleVerifier {
    /// Problems of one part that are told.
    private static let problemLimit = 20

    private let path: String
    private let withheld: ItemPath?
    private let shouldStop: () -> Bool

    /// - `path`: of the bundle, absolute.
    /// - `withheld`: a file whose executable bit may be missing, since the service withholds it during an installation.
    package init(path: String, withheld: String? = nil, shouldStop: @escaping () -> Bool = { false }) {
        self.path = path
        self.withheld = withheld.map { ItemPath($0) }
        self.shouldStop = shouldStop
    }

    /// Reads the whole bundle, when there is a signature in it.
    ///
    /// - Throws: `missing`, `bundle`, `file`, `stopped`. What is wrong with a signature is no error, but a state.
    package func state() throws(SigningError) -> SigningState {
        let information: BundleInformation
        do throws(AppBundleError) { information = try BundleInformation(readingBundleAt: path) } catch {
            throw error.kind == .missing ? .missing(error.description) : .bundle(error.description)
        }
        let parts = try SignedPart.parts(of: information)
        let bundle: Directory
        do throws(SystemError) { bundle = try Directory(opening: path) } catch { throw .file(error) }
        var texts: [[UInt8]?] = []
        for part in parts { texts.append(try part.signature(in: bundle)) }
        if texts.allSatisfy({ $0 == nil }) { return .unsigned }
        var problems: [SignatureProblem] = []
        var signatures: [(SignedPart, BundleSignature)] = []
        for (part, text) in zip(parts, texts) {
            do throws(Refusal) { signatures.append((part, try read(text, of: part))) } catch {
                problems.append(error.problem)
            }
        }
        guard let app = signatures.last, app.0.kind == .app else { return .broken(problems) }
        for (part, signature) in signatures where signature.team != app.1.team {
            problems.append(
                SignatureProblem(
                    path: part.path(BundleSignature.path),
                    message:
                        "the extension is signed by team \(signature.team), and its app by \(app.1.team): one team signs "
                        + "both (`ba sign`)"))
        }
        let tree: BundleTree
        do throws(SigningError) { tree = try BundleTree(reading: bundle, shouldStop: shouldStop) } catch {
            guard case .unsignable(let path, let reason) = error else { throw error }
            return .broken(problems + [SignatureProblem(path: path, message: reason)])
        }
        var told = Set(problems.map(\.path))
        // The app's signature covers its extensions, too: what is wrong is said once.
        for (part, signature) in signatures.reversed() {
            for problem in compare(part, signature, tree) where told.insert(problem.path).inserted {
                problems.append(problem)
            }
        }
        return problems.isEmpty ? .signed(app.1.team) : .broken(problems)
    }

    private struct Refusal: Error { let problem: SignatureProblem }

    /// The signature of a part, if it is genuine and of this very part.
    private func read(_ text: [UInt8]?, of part: SignedPart) throws(Refusal) -> BundleSignature {
        let path = part.path(BundleSignature.path)
        func refusal(_ message: String) -> Refusal { Refusal(problem: SignatureProblem(path: path, message: message)) }
        guard let text else {
            let what = part.kind == .app ? "the app" : "the extension"
            throw refusal("\(what) is not signed, while other parts of the bundle are: `ba sign` signs all of it")
        }
        guard let signature = BundleSignature(text) else {
            throw refusal("it is no signature in the form that `ba sign` writes")
        }
        guard signature.isGenuine else { throw refusal("team \(signature.team) did not sign this: it was changed") }
        let told = [signature.kind.rawValue, signature.identifier, signature.version, signature.build]
        guard told == [part.kind.rawValue, part.identifier, part.version, part.build] else {
            throw refusal(
                "it is that of the \(signature.kind.rawValue) \(signature.identifier) \(signature.version) "
                    + "(\(signature.build)), and not of the \(part.kind.rawValue) \(part.identifier) \(part.version) "
                    + "(\(part.build))")
        }
        return signature
    }

    /// What was changed, added or removed after a part was signed, by path.
    private func compare(_ part: SignedPart, _ signature: BundleSignature, _ tree: BundleTree) -> [SignatureProblem] {
        let present = part.covered(tree)
        var problems: [SignatureProblem] = []
        for (path, item) in present {
            guard let signed = signature.items[path] else {
                problems.append(
                    SignatureProblem(path: part.path(path.text), message: "it was added after the bundle was signed"))
                continue
            }
            let mayLackBit = part.kind == .app && path == withheld
            if let difference = item.difference(from: signed, mayLackBit: mayLackBit) {
                problems.append(SignatureProblem(path: part.path(path.text), message: difference))
            }
        }
        for path in signature.items.keys where present[path] == nil {
            problems.append(
                SignatureProblem(path: part.path(path.text), message: "it is gone, and was there when it was signed"))
        }
        problems.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        return Array(problems.prefix(Self.problemLimit))
    }
}
