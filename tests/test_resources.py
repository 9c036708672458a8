"""Data is found in layers, and languages are found by their files alone."""

import pytest

from voicehost import resources
from voicehost.errors import Trouble


def test_a_language_is_two_folders_of_files(tmp_path):
    (tmp_path / "grammars" / "xx").mkdir(parents=True)
    assert "xx" not in resources.languages(tmp_path)
    (tmp_path / "voices" / "xx").mkdir(parents=True)
    assert "xx" in resources.languages(tmp_path)


def test_the_users_file_hides_the_packaged_one(tmp_path):
    packaged = resources.find("grammars", "de/verhext.yaml")
    own = tmp_path / "grammars" / "de" / "verhext.yaml"
    own.parent.mkdir(parents=True)
    own.write_text("language: de\n", encoding="utf-8")
    assert resources.find("grammars", "de/verhext.yaml", tmp_path) == own
    assert packaged is not None
    assert resources.find("grammars", "de/common.yaml", tmp_path) != own
    assert resources.find("grammars", "de/nowhere.yaml", tmp_path) is None


def test_mixed_means_every_language():
    assert resources.need_languages("mixed") == resources.languages()
    assert resources.need_languages("en, de") == ("en", "de")


@pytest.mark.parametrize("asked", ["fr", "de,fr"])
def test_an_unknown_language_is_named_with_the_known_ones(asked):
    with pytest.raises(Trouble, match=r"'fr'.*de, en"):
        resources.need_languages(asked)


def test_a_data_folder_that_is_missing_is_named(tmp_path):
    with pytest.raises(Trouble, match="does not exist"):
        resources.languages(tmp_path / "nowhere")
