"""A server of objects for tests: as much of S3 as pyarrow asks for when it lists and reads."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

WRITTEN = "Tue, 01 Jul 2025 10:00:00 GMT"


@contextlib.contextmanager
def served(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Serves a folder whose subfolders are buckets. Gives the options that an address needs, and what was asked."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self._object(with_content=False)

        def do_GET(self) -> None:
            given = parse_qs(urlsplit(self.path).query)
            if "list-type" in given:
                self._list(given)
            else:
                self._object(with_content=True)

        def log_message(self, format: str, *given: object) -> None:
            pass

        def _object(self, with_content: bool) -> None:
            path = folder / unquote(urlsplit(self.path).path).strip("/")
            asked.append(f"{self.command} {path.name} {self.headers.get('Range', '')}".strip())
            if path == folder / path.name and path.is_dir():
                return self._answer(200, b"", {})
            if not path.is_file():
                return self._answer(404, b"", {})
            content = path.read_bytes()
            size = len(content)
            range = self.headers.get("Range")
            headers = {"Last-Modified": WRITTEN, "ETag": '"1"'}
            if range is not None:
                begin, _, end = range.removeprefix("bytes=").partition("-")
                content = content[int(begin) : int(end or size - 1) + 1]
                headers["Content-Range"] = f"bytes {begin}-{int(begin) + len(content) - 1}/{size}"
            self._answer(200 if range is None else 206, content, headers, with_content)

        def _list(self, given: dict[str, list[str]]) -> None:
            bucket = unquote(urlsplit(self.path).path).strip("/")
            prefix, delimiter = given.get("prefix", [""])[0], given.get("delimiter", [""])[0]
            keys, folders = [], set()
            for path in sorted(path for path in (folder / bucket).rglob("*") if path.is_file()):
                key = path.relative_to(folder / bucket).as_posix()
                if not key.startswith(prefix):
                    continue
                inner, found, _ = key[len(prefix) :].partition(delimiter) if delimiter else ("", "", "")
                if found:
                    folders.add(f"{prefix}{inner}{delimiter}")
                else:
                    keys.append((key, path.stat().st_size))
            listed = "".join(
                f"<Contents><Key>{escape(key)}</Key><Size>{size}</Size>"
                "<LastModified>2025-07-01T10:00:00.000Z</LastModified></Contents>" for key, size in keys
            ) + "".join(f"<CommonPrefixes><Prefix>{escape(one)}</Prefix></CommonPrefixes>" for one in sorted(folders))
            count = len(keys) + len(folders)
            body = (f"<ListBucketResult><Name>{bucket}</Name><Prefix>{escape(prefix)}</Prefix><KeyCount>{count}</KeyCount>"
                    f"<IsTruncated>false</IsTruncated>{listed}</ListBucketResult>")
            self._answer(200, body.encode(), {"Content-Type": "application/xml"})

        def _answer(self, status: int, content: bytes, headers: dict[str, str], with_content: bool = True) -> None:
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            if with_content:
                self.wfile.write(content)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"?scheme=http&endpoint_override=127.0.0.1:{server.server_address[1]}&region=us-east-1", asked
    finally:
        server.shutdown()
        server.server_close()
