"""The wheel, installed elsewhere, carries its data and works from any folder."""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A fresh environment with the wheel in it; the libraries are lent by the present one, so no network is needed."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(folder), str(ROOT)]
    subprocess.run([sys.executable, "-m", "pip", *build], check=True)
    (wheel,) = folder.glob("voicehost-*.whl")
    home = folder / "fresh"
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel], check=True, cwd=folder
    )
    site = next((home / "lib").glob("python*/site-packages"))
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return home / "bin"


def run(installed, *command, cwd):
    return subprocess.run([installed / command[0], *command[1:]], cwd=cwd, capture_output=True, text=True, check=False)


def test_the_package_is_the_installed_one(installed, tmp_path):
    done = run(installed, "python", "-c", "import voicehost; print(voicehost.__file__)", cwd=tmp_path)
    assert Path(done.stdout.strip()).is_relative_to(installed.parent)


def test_help_answers(installed, tmp_path):
    done = run(installed, "voicehost", "--help", cwd=tmp_path)
    assert done.returncode == 0
    assert "demo" in done.stdout


def test_grammars_travel_inside_the_wheel(installed, tmp_path):
    done = run(installed, "voicehost", "phrases", "verhext", "--lang", "de", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Dreimal schwarzer Kater" in done.stdout


def test_voices_travel_inside_the_wheel(installed, tmp_path):
    out = tmp_path / "hello.wav"
    done = run(installed, "voicehost", "say", "Hexenbesen, flieg!", "--lang", "de", "--out", str(out), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert out.stat().st_size > 10_000


def test_the_catalogue_travels_inside_the_wheel(installed, tmp_path):
    done = run(installed, "voicehost", "models", "list", "--json", "--store", str(tmp_path / "store"), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "vosk-model-small-de-0.15" in done.stdout


def test_nothing_but_the_package_is_in_the_wheel(installed):
    (record,) = (installed.parent / "lib").glob("python*/site-packages/voicehost-*.dist-info/RECORD")
    files = [line.split(",")[0] for line in record.read_text(encoding="utf-8").splitlines()]
    tops = {file.split("/")[0] for file in files if not file.startswith("..")}  # but for the script in bin/
    assert tops == {"voicehost", record.parent.name}
    assert not [file for file in files if "test" in file]


def test_help_needs_no_model_and_no_sound_library(installed, tmp_path):
    heavy = ["numpy", "faster_whisper", "ctranslate2", "sounddevice", "piper", "vosk", "rich.progress", "onnxruntime"]
    script = f"import sys, voicehost.cli; print([name for name in {heavy!r} if name in sys.modules])"
    assert run(installed, "python", "-c", script, cwd=tmp_path).stdout.strip() == "[]"
