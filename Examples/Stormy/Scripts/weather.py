#!/usr/bin/env python3
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
"""A weather server, and the profile of a person: `weather.py FOLDER CERTIFICATE KEY PORT`.

`/now` says what the file `weather` in the folder says, and waits for as long as there is a file `slow`. `PUT /photo` keeps a photo, and `/` is the
profile that has it.
"""

import http.server
import os
import ssl
import sys
import time

FOLDER, CERTIFICATE, KEY, PORT = sys.argv[1:5]
PROFILE = b"<!DOCTYPE html><html lang=en><title>Profile</title><h1>Storms</h1>"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        photo = os.path.join(FOLDER, "photo.bmp")
        if self.path == "/now":
            while os.path.exists(os.path.join(FOLDER, "slow")):
                time.sleep(0.05)
            with open(os.path.join(FOLDER, "weather"), "rb") as file:
                return self.answer(200, "text/plain", file.read())
        if self.path == "/photo.bmp" and os.path.exists(photo):
            with open(photo, "rb") as file:
                return self.answer(200, "image/bmp", file.read())
        if self.path == "/":
            there = os.path.exists(photo)
            return self.answer(200, "text/html", PROFILE + (b"<img src=/photo.bmp alt='A storm'>" if there else b"<p>None yet."))
        return self.answer(404, "text/plain", b"not here\n")

    def do_PUT(self):
        size = int(self.headers.get("Content-Length", "0"))
        if self.path != "/photo" or not 0 < size < 10_000_000:
            return self.answer(404, "text/plain", b"not here\n")
        bytes = self.rfile.read(size)
        if len(bytes) == size:
            with open(os.path.join(FOLDER, "photo.bmp.new"), "wb") as file:
                file.write(bytes)
            os.replace(os.path.join(FOLDER, "photo.bmp.new"), os.path.join(FOLDER, "photo.bmp"))
            self.answer(201, "text/plain", b"kept\n")

    def log_message(self, format, *arguments):
        print(format % arguments, flush=True)


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(PORT)), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(CERTIFICATE, KEY)
server.socket = context.wrap_socket(server.socket, server_side=True)
print(f"https://localhost:{server.server_address[1]}", flush=True)
server.serve_forever()
