// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import SystemSupport

/// XDG desktop entries of installed apps, whose Exec goes through the service.
struct DesktopEntries: Sendable {
    /// What an entry shows of its app.
    enum State: Equatable, Sendable {
        case installed
        /// Being installed: how far that is in hundredths, or that it was paused.
        case arriving(percent: Int, isPaused: Bool)
    }

    private static let suffix = ".desktop"

    /// `applications` below the user's data folder; a service with a root of its own keeps its entries there.
    let folder: String
    /// Absolute path of `ba`.
    let tool: String
    /// Set in the entry when the service has a root of its own.
    let root: String?

    /// Writes the entry. While the app is being installed its name tells how far that is, it offers to pause, to
    /// cancel and to show more, and opening it waits.
    func write(for bundle: AppBundle, _ state: State) throws(SystemError) {
        let information = bundle.information
        let environment = root.map { "env \(ServiceLocation.rootVariable)=\(Self.quoted($0)) " } ?? ""
        let command = environment + Self.quoted(tool)
        var lines = [
            "[Desktop Entry]", "Type=Application", "Version=1.5",
            "Name=\(Self.escaped(information.name + Self.note(on: state)))",
            "Exec=\(command) launch --wait \(information.bundleID)", "Terminal=\(information.runsInTerminal)",
            "X-BackgroundAssets-BundleID=\(information.bundleID)",
        ]
        if information.isGame { lines.append("Categories=Game;") }
        if let icon = information.iconFile { lines.append("Icon=\(Self.escaped(bundle.path + "/" + icon))") }
        if case .arriving(_, let isPaused) = state {
            let actions = [
                isPaused ? ("resume", "Resume") : ("pause", "Pause"), ("cancel", "Cancel"), ("page", "Show Progress"),
            ]
            lines += ["Comment=Is being installed", "Actions=" + actions.map { $0.0 + ";" }.joined()]
            for (action, name) in actions {
                lines += [
                    "", "[Desktop Action \(action)]", "Name=\(name)",
                    "Exec=\(command) \(action) \(information.bundleID)",
                ]
            }
        }
        try Directory(creating: folder, mode: 0o755).writeAtomically(
            Array((lines.joined(separator: "\n") + "\n").utf8), to: fileName(information.bundleID), mode: 0o644,
            // How far an installation is, is written anew all the time, and after a crash of the system too.
            isDurable: state == .installed)
    }

    func remove(bundleID: String) throws(SystemError) {
        guard FileStatus(path: folder) != nil else { return }
        try Directory(opening: folder).removeFile(fileName(bundleID))
    }

    /// Removes what a service that was killed has left of an entry that it was writing.
    func removeUnfinished() throws(SystemError) {
        guard FileStatus(path: folder) != nil else { return }
        try Directory(opening: folder).removeUnfinished { $0.hasSuffix(Self.suffix) }
    }

    /// What stands behind the name, where people look.
    private static func note(on state: State) -> String {
        switch state {
        case .installed: ""
        case .arriving(_, isPaused: true): " (paused)"
        case .arriving(let percent, isPaused: false): " (\(percent) %)"
        }
    }

    private func fileName(_ bundleID: String) -> String { bundleID + Self.suffix }

    /// A string value of the desktop entry format.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\\\"
            case "\n", "\r\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default: result.append(character)
            }
        }
        return result
    }

    /// An argument of an Exec line: quoted, with what is special inside quotes escaped, and `%` doubled.
    private static func quoted(_ text: String) -> String {
        var inner = ""
        for character in text {
            if "\"`$\\".contains(character) { inner.append("\\") }
            inner.append(character)
            if character == "%" { inner.append("%") }
        }
        return escaped("\"" + inner + "\"")
    }
}
