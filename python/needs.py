"""Prints what pip has to install for the named extras of a pyproject.toml, one requirement a line."""

import sys
import tomllib

path, *extras = sys.argv[1:]
with open(path, "rb") as file:
    project = tomllib.load(file)["project"]
for requirement in [*project["dependencies"], *(need for extra in extras for need in project["optional-dependencies"][extra])]:
    print(requirement)
