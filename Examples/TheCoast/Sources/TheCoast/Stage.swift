// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import BackgroundAssets
import Foundation

/// Shows a level: film, texts, pictures, map and sound.
@MainActor
struct Stage {
    let terminal: Terminal
    let assets: Assets

    /// Plays a film on a terminal; a pipe gets its first and its last frame.
    func showFilm(at path: String) async throws {
        guard let film = Film(try assets.contents(at: path)) else { throw GameError.assetUnreadable(path) }
        guard terminal.isInteractive else {
            for frame in [film.frame(0), film.frame(film.frameCount - 1)].compactMap(\.self) { draw(frame) }
            terminal.write("(\(path): \(film.frameCount) frames)")
            return
        }
        let clock = ContinuousClock()
        let start = clock.now
        for index in 0..<film.frameCount {
            guard let frame = film.frame(index) else { break }
            let lines = terminal.lines(of: frame, fitsScreen: true)
            // Each frame takes the place of the one before, and what stands above stays.
            if index > 0 { terminal.put("\u{1b}[\(lines.count)A\r") }
            for line in lines { terminal.write(line) }
            // A frame that is late is followed at once by the next one.
            try await clock.sleep(until: start + .seconds(Double(index + 1) / Double(film.framesPerSecond)))
        }
    }

    func show(_ level: Level) async throws {
        for line in await assets.story().lines(for: level) { terminal.write(line) }
        // Pictures are found wherever they are: the packs make up one tree.
        let shader = shader(named: level.shader)
        for path in level.pictures.prefix(terminal.isInteractive ? level.pictures.count : 1) {
            guard let picture = Picture(portablePixmap: try assets.contents(at: path)) else {
                throw GameError.assetUnreadable(path)
            }
            draw(picture, shader: shader)
        }
        // The map belongs to the level, whatever another pack has at the same path.
        guard let map = CoastMap(try assets.contents(at: level.map, in: level.assetPack)) else {
            throw GameError.assetUnreadable(level.map)
        }
        terminal.write("\n\(map.title)")
        for line in map.lines(for: terminal) { terminal.write(line) }
        terminal.write(map.steps.map { "You reach the X after \($0) steps." } ?? "There is no way to the X.")
        if let sound = Sound(firstBytes: try assets.prefix(of: level.sound, count: 65_536, in: level.assetPack)) {
            terminal.write("♪ \(sound.curve(width: 40))  \(Int(sound.seconds)) s")
        }
    }

    /// The picture on the menu; the game works without it.
    func showMenuPicture() {
        guard let data = try? assets.contents(at: "Textures/Menu.ppm"), let picture = Picture(portablePixmap: data)
        else { return }
        draw(picture, shader: shader(named: "Dusk"))
    }

    private func draw(_ picture: Picture, shader: Shader? = nil) {
        for line in terminal.lines(of: picture, shader: shader) { terminal.write(line) }
    }

    /// The light of a level; without its file pictures are shown as they are.
    private func shader(named name: String) -> Shader? {
        guard let data = try? assets.contents(at: "Shaders/\(name).shader") else { return nil }
        return Shader(data)
    }
}
