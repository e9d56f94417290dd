"""The build backend of `pip install ./python`: meson-python in the root of the project, where the
package's pyproject.toml and the library's sources are."""
import os
import pathlib

from mesonpy import (build_editable, build_sdist, build_wheel, get_requires_for_build_editable,
                     get_requires_for_build_sdist, get_requires_for_build_wheel)

__all__ = ['build_editable', 'build_sdist', 'build_wheel', 'get_requires_for_build_editable',
           'get_requires_for_build_sdist', 'get_requires_for_build_wheel']

os.chdir(pathlib.Path(__file__).resolve().parents[1])
