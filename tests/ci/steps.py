# SPDX-License-Identifier: Apache-2.0
"""steps.py FILE: the jobs of a workflow of GitHub or GitLab, a line each. steps.py FILE JOB [NAME=VALUE...]: the shell of one, to be run
in a shell with -e; NAME is a value of its matrix or a variable of the service, as `part` or CI_NODE_INDEX. What is no shell (`uses:`) is a
comment."""
import re
import sys

import yaml


def github(workflow, job, given):
    yield from (f"export {name}='{value}'" for name, value in workflow.get("env", {}).items())
    for step in job["steps"]:
        if "uses" in step:
            yield f"# uses: {step['uses']}"
            continue
        yield re.sub(r"\$\{\{ *(?:matrix\.|github\.)?(\w+) *\}\}", lambda m: given[m[1]], step["run"]).rstrip()


def gitlab(workflow, job, given):
    yield from (f"export {name}='{value}'" for name, value in {**workflow.get("variables", {}), **given}.items())
    default = workflow.get("default", {})
    for part in ("before_script", "script", "after_script"):
        yield from job.get(part, default.get(part, []))


path, *words = sys.argv[1:]
workflow = yaml.safe_load(open(path, encoding="utf-8"))
is_github = "jobs" in workflow
jobs = workflow["jobs"] if is_github else {name: job for name, job in workflow.items() if "script" in (job or {})}
if words:
    print(*(github if is_github else gitlab)(workflow, jobs[words[0]], dict(word.split("=", 1) for word in words[1:])), sep="\n")
else:
    print(*jobs, sep="\n")
