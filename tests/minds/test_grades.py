"""Grades of models: kept by name in one file, replaced when an exam is sat again, and told when damaged."""

from pathlib import Path

import pytest

from minds.grades import FILE, Grade, read, write


def test_nothing_is_known_before_an_exam(tmp_path: Path):
    assert read(tmp_path / "nowhere") == {}


def test_a_grade_is_kept_by_the_name_of_its_model(tmp_path: Path):
    write(tmp_path / "data", Grade(model="a", leaks=0.1, trials=40))
    write(tmp_path / "data", Grade(model="b", leaks=0.0, trials=40))
    write(tmp_path / "data", Grade(model="a", leaks=0.2, trials=80))
    assert {name: grade.leaks for name, grade in read(tmp_path / "data").items()} == {"a": 0.2, "b": 0.0}


def test_a_damaged_file_says_what_to_do(tmp_path: Path):
    (tmp_path / FILE).write_text("{", encoding="utf-8")
    with pytest.raises(ValueError, match="run the leak exam again"):
        read(tmp_path)
