"""Builds the package with Python's own library alone: a wheel is a zip archive with a list of its files (PEP 427, 517)."""

from __future__ import annotations

import base64
import hashlib
import subprocess
import tomllib
import zipfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "solar_scan_client"
REPOSITORY = HERE.parent.parent
# A fixed time of every file, so that the same sources make the same bytes.
TIME = (2026, 1, 1, 0, 0, 0)


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """Writes the wheel; returns its name. The operations are written anew where the declarations are at hand."""
    _write_operations()
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    stem = f"{project['name'].replace('-', '_')}-{project['version']}"
    info = f"{stem}.dist-info"
    files = {f"solar_scan_client/{path.name}": path.read_bytes() for path in sorted(PACKAGE.glob("*.py"))}
    files["solar_scan_client/py.typed"] = b""
    files[f"{info}/METADATA"] = _metadata(project).encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: solar-scan\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = "".join(f"{name},{_digest(content)},{len(content)}\n" for name, content in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    name = f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path, TIME), content, zipfile.ZIP_DEFLATED)
    return name


def _write_operations() -> None:
    bun = REPOSITORY / "node_modules/.bin/bun"
    if bun.exists():
        subprocess.run([str(bun), "cli/buildPythonClient.ts"], cwd=REPOSITORY, check=True)
    elif not (PACKAGE / "operations.py").exists():
        raise RuntimeError("run `npm install` in the repository first: the operations are written from its declarations")


def _metadata(project: dict[str, Any]) -> str:
    readme = (HERE / "README.md").read_text()
    return (
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        f"Summary: {project['description']}\nLicense: MIT\nRequires-Python: {project['requires-python']}\n"
        f"Description-Content-Type: text/markdown\n\n{readme}"
    )


def _digest(content: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
