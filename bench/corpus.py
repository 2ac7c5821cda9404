#!/usr/bin/env python3
"""Builds the text that the benchmarks read, from Debian's documentation packages.

    corpus.py --out DIR [--languages en,zh]

Downloads the packages below (apt-get download; nothing is installed), and writes into DIR

    LANG.txt        the texts of a language, one after another
    LANG.jsonl      the same, one document per line: id, text
    html.jsonl      web pages, one per line: id, html
    html.warc.gz    the same pages as a web archive, one gzip member per record

What already exists is not built again. The texts belong to their authors: measure with them, do not publish them.
"""

import argparse
import gzip
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

PACKAGES = {
    "en": ["libreoffice-help-en-us", "gimp-help-en", "debian-reference-en", "postgresql-doc-15", "python3.11-doc",
           "qtbase5-doc-html", "linux-doc-6.1", "openjdk-17-doc", "rust-doc", "manpages", "manpages-dev", "perl-doc"],
    "de": ["libreoffice-help-de", "gimp-help-de", "debian-reference-de", "manpages-de", "manpages-de-dev"],
    "zh": ["libreoffice-help-zh-cn", "libreoffice-help-zh-tw", "gimp-help-zh-cn", "debian-reference-zh-cn",
           "debian-reference-zh-tw", "manpages-zh"],
    "ja": ["libreoffice-help-ja", "gimp-help-ja", "debian-reference-ja", "manpages-ja", "manpages-ja-dev"],
    "ko": ["libreoffice-help-ko", "gimp-help-ko"],
    "ru": ["libreoffice-help-ru"],
}
# So that no single work makes up most of a language.
MOST_CHARACTERS = {"linux-doc-6.1": 90_000_000, "openjdk-17-doc": 25_000_000, "rust-doc": 15_000_000}
MOST_HTML_CHARACTERS = 200_000_000
FEWEST_CHARACTERS = 200
ENDINGS = {".html", ".htm", ".txt", ".rst", ".pod", ".gz"}
ARCHIVE_DATE = "2023-01-01T00:00:00Z"


class PageText(HTMLParser):
    """Collects the text of a page: no head, scripts or styles; a line break at block elements."""

    SKIPPED = {"head", "script", "style"}
    BLOCKS = {"p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "table", "ul", "ol", "dl", "dt", "dd", "br",
              "pre", "section", "article"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.pieces = []
        self.skipping = 0

    def handle_starttag(self, tag, attributes):
        self.skipping += tag in self.SKIPPED
        if tag in self.BLOCKS:
            self.pieces.append("\n")

    def handle_endtag(self, tag):
        self.skipping = max(0, self.skipping - (tag in self.SKIPPED))
        if tag in self.BLOCKS:
            self.pieces.append("\n")

    def handle_data(self, data):
        if not self.skipping:
            self.pieces.append(data)


def text_of_page(page):
    parser = PageText()
    parser.feed(page)
    parser.close()
    text = re.sub(r"[ \t\r\f\v]+", " ", "".join(parser.pieces))
    return re.sub(r"\n[ \n]*\n", "\n\n", text).strip()


def text_of_manual(page):
    """A manual page without its requests and font changes."""
    without_requests = re.sub(r"^[.']\S*[ ]?", "", page, flags=re.MULTILINE)
    return re.sub(r"\\(?:f.|-|&)", "", without_requests)


def unpacked(package, work):
    """The folder that holds the package's files, downloaded if it does not exist."""
    folder = work / package
    if folder.is_dir():
        return folder
    debs = work / "debs"
    debs.mkdir(parents=True, exist_ok=True)
    if not list(debs.glob(f"{package}_*.deb")):
        print(f"downloading {package}", flush=True)
        subprocess.run(["apt-get", "download", "-qq", package], cwd=debs, check=True)
    beside = work / f"{package}.new"
    subprocess.run(["dpkg", "-x", str(next(debs.glob(f"{package}_*.deb"))), str(beside)], check=True)
    return beside.rename(folder)


def files_below(folder):
    for path in sorted(folder.rglob("*")):
        if path.suffix in ENDINGS and path.is_file() and not path.is_symlink():
            yield path


def decoded(path):
    """A file's text, or None if it is not UTF-8."""
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return None


def contents_of(package, work):
    """(id, path, content) of the package's files that are UTF-8."""
    for path in files_below(unpacked(package, work)):
        content = decoded(path)
        if content is not None:
            yield str(path.relative_to(work)), path, content


def is_page(path):
    return ".htm" in path.name


def documents_of(package, work):
    """(id, text) of a package's documents."""
    left = MOST_CHARACTERS.get(package, sys.maxsize)
    for name, path, content in contents_of(package, work):
        text = text_of_page(content) if is_page(path) else text_of_manual(content) if "man" in path.parts else content
        if len(text) >= FEWEST_CHARACTERS:
            yield name, text
            left -= len(text)
        if left < 0:
            return


def pages_of(package, work):
    """(id, html) of a package's web pages."""
    left = MOST_CHARACTERS.get(package, sys.maxsize)
    for name, path, content in contents_of(package, work):
        if is_page(path):
            yield name, content
            left -= len(content)
        if left < 0:
            return


class Whole:
    """A text file that gets its name when it is complete."""

    def __init__(self, path):
        self.path, self.beside = path, path.with_name(path.name + ".new")

    def __enter__(self):
        self.file = open(self.beside, "w", encoding="utf-8")
        return self.file

    def __exit__(self, failure, *_):
        self.file.close()
        if failure is None:
            os.replace(self.beside, self.path)


def json_line(**fields):
    return json.dumps(fields, ensure_ascii=False) + "\n"


def build_language(language, out):
    count = 0
    with Whole(out / f"{language}.txt") as plain, Whole(out / f"{language}.jsonl") as lines:
        for package in PACKAGES[language]:
            for name, text in documents_of(package, out / "unpacked"):
                plain.write(text + "\n")
                lines.write(json_line(id=name, text=text))
                count += 1
    print(f"{language}: {count} documents, {(out / f'{language}.jsonl').stat().st_size / 1e6:.0f} MB", flush=True)


def build_pages(languages, out):
    left = MOST_HTML_CHARACTERS
    packages = [package for language in languages for package in PACKAGES[language]]
    with Whole(out / "html.jsonl") as lines:
        for name, page in (page for package in packages for page in pages_of(package, out / "unpacked")):
            lines.write(json_line(id=name, html=page))
            left -= len(page)
            if left < 0:
                return


def archive_record(number, name, page):
    """A WARC response record for a page."""
    body = page.encode("utf-8")
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=UTF-8\r\nContent-Length: %d\r\n\r\n" % len(body)
    uri = "http://bench.example/" + re.sub(r"[^\w./+~-]", "_", name)
    head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012x}>\r\n"
            f"WARC-Date: {ARCHIVE_DATE}\r\nWARC-Target-URI: {uri}\r\n"
            "Content-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(http) + len(body)}\r\n\r\n")
    return head.encode("utf-8") + http + body + b"\r\n\r\n"


def build_archive(out):
    beside = out / "html.warc.gz.new"
    with open(out / "html.jsonl", encoding="utf-8") as lines, open(beside, "wb") as archive:
        for number, line in enumerate(lines):
            page = json.loads(line)
            archive.write(gzip.compress(archive_record(number, page["id"], page["html"]), 6, mtime=0))
    beside.rename(out / "html.warc.gz")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--languages", default=",".join(PACKAGES))
    options = ask.parse_args()
    languages = options.languages.split(",")
    options.out.mkdir(parents=True, exist_ok=True)
    for language in languages:
        if not (options.out / f"{language}.jsonl").exists():
            build_language(language, options.out)
    if not (options.out / "html.jsonl").exists():
        build_pages(languages, options.out)
    if not (options.out / "html.warc.gz").exists():
        build_archive(options.out)


if __name__ == "__main__":
    main()
