#!/usr/bin/env python3
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
"""A plain static server over HTTPS with ranges, such as any host is: `serve.py FOLDER CERTIFICATE KEY PORT [HTTP-PORT]`.

What the app fetches by URLSession it serves over HTTP, too: FoundationNetworking takes no certificate authority but the
system's. A number in the file `RATE` in the folder slows videos down to so many bytes a second, also those on their way; one
in `404.video.RATE` that video alone.
"""

import http.server
import os
import re
import ssl
import sys
import threading
import time

FOLDER, CERTIFICATE, KEY, PORT = sys.argv[1:5]
HTTP_PORT = sys.argv[5] if len(sys.argv) > 5 else "0"


def rate(video):
    for name in [f"{video}.RATE", "RATE"]:
        try:
            with open(os.path.join(FOLDER, name)) as file:
                return int(file.read())
        except (OSError, ValueError):
            pass
    return 0


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        name = self.path.split("?")[0].lstrip("/")
        path = os.path.join(FOLDER, name)
        if "/" in name or name.startswith(".") or not os.path.isfile(path):
            return self.send_error(404)
        size = os.path.getsize(path)
        status = os.stat(path)
        tag = f'"{status.st_mtime_ns:x}-{size:x}"'
        start, end = 0, size
        found = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if found and self.headers.get("If-Range", tag) == tag:
            start, end = int(found[1]), int(found[2] or size - 1) + 1
            if start >= size:
                return self.send_error(416)
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{size}")
        else:
            self.send_response(200)
        self.send_header("Content-Length", str(end - start))
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("ETag", tag)
        self.end_headers()
        with open(path, "rb") as file:
            file.seek(start)
            while start < end:
                slow = rate(name) if name.endswith(".video") else 0
                piece = file.read(min(end - start, max(slow // 20, 16384) if slow else 1 << 20))
                self.wfile.write(piece)
                start += len(piece)
                if slow:
                    time.sleep(len(piece) / slow)

    def log_message(self, text, *arguments):
        print(self.requestline, self.headers.get("Range", ""), flush=True)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    context = None

    def finish_request(self, request, address):
        """In the thread of the connection: a client that says nothing holds up nobody else."""
        try:
            if self.context:
                request = self.context.wrap_socket(request, server_side=True)
            super().finish_request(request, address)
        except (OSError, ssl.SSLError) as error:
            print(f"a connection broke: {error}", flush=True)


def main():
    secure = Server(("127.0.0.1", int(PORT)), Handler)
    secure.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secure.context.load_cert_chain(CERTIFICATE, KEY)
    plain = Server(("127.0.0.1", int(HTTP_PORT)), Handler)
    threading.Thread(target=plain.serve_forever, daemon=True).start()
    print(f"http://localhost:{plain.server_port}", flush=True)
    print(f"https://localhost:{secure.server_port}", flush=True)
    secure.serve_forever()


main()
