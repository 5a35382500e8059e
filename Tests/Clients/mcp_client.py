"""Drives `experiments mcp` with the official Python client, and with messages that no client would send.

usage: mcp_client.py PROGRAM
"""

import asyncio
import json
import os
import random
import subprocess
import sys

import jsonschema
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from checks import check, run

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""
PROJECT = """
source: {kind: file, path: config.json}
keys:
  - {name: trial_days, type: int, default: 14, range: {min: 0, max: 30}}
  - {name: paywall_type, type: string, cases: [a, b], default: a}
"""


def project(folder):
    with open(os.path.join(folder, "experiments.yaml"), "w") as file:
        file.write(PROJECT)
    with open(os.path.join(folder, "config.json"), "w") as file:
        json.dump({"trial_days": 7, "paywall_type": "d"}, file)


ARGUMENTS = {
    "explain_key": {"key": "trial_days"},
    "key_timeline": {"key": "trial_days"},
    "find_in_code": {"key": "trial_days"},
    "retirement_diff": {"key": "trial_days", "value": "7"},
    "compare_sources": {"first": "config.json", "second": "config.json"},
    "app_values": {"app": "none"},
}


async def drive(folder):
    parameters = StdioServerParameters(command=PROGRAM, args=["mcp"], cwd=folder)
    async with stdio_client(parameters) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            check("tools are listed", len(tools) >= 15, True)
            check("no tool writes", all(tool.annotations.read_only_hint for tool in tools), True)
            for tool in tools:
                jsonschema.Draft202012Validator.check_schema(tool.input_schema)
                jsonschema.Draft202012Validator.check_schema(tool.output_schema)
                result = await session.call_tool(tool.name, ARGUMENTS.get(tool.name, {}))
                if not result.is_error:
                    jsonschema.validate(result.structured_content, tool.output_schema)
                check(f"{tool.name} answers", bool(result.content[0].text), True)
            explained = await session.call_tool("explain_key", {"key": "trial_days"})
            check("a key is explained", explained.structured_content["key"]["name"], "trial_days")
            for prompt in (await session.list_prompts()).prompts:
                given = {argument.name: "trial_days" for argument in prompt.arguments or []}
                answer = await session.get_prompt(prompt.name, given)
                check(f"the prompt {prompt.name} answers", bool(answer.messages), True)
            for resource in (await session.list_resources()).resources:
                contents = (await session.read_resource(resource.uri)).contents
                check(f"{resource.uri} can be read", bool(contents[0].text), True)


async def change(folder):
    """With --allow, an override is set; without it, nothing is changed."""
    overrides = os.path.join(folder, ".experiments", "overrides.json")
    for allowed in (False, True):
        args = ["mcp"] + (["--allow", "overrides"] if allowed else [])
        parameters = StdioServerParameters(command=PROGRAM, args=args, cwd=folder)
        async with stdio_client(parameters) as (read, write):
            async with ClientSession(read, write) as session:
                await session.initialize()
                result = await session.call_tool("set_override", {"key": "trial_days", "value": "3"})
                check(f"set_override with allow={allowed} succeeds", not result.is_error, allowed)
                check("an override is stored only if allowed", os.path.exists(overrides), allowed)


def hostile(folder, count, seed):
    """Sends damaged messages, and expects that the server answers the last one as usual and ends with its input."""
    chance = random.Random(seed)
    seeds = [
        '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}',
        '{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"list_sources","arguments":{}}}',
        '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
        '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
        '{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"experiments://project"}}',
    ]
    lines = []
    for _ in range(count):
        text = bytearray(chance.choice(seeds), "utf-8")
        for _ in range(chance.randint(1, 5)):
            place = chance.randrange(len(text))
            kind = chance.randrange(3)
            if kind == 0:
                text[place] = chance.randrange(256)
            elif kind == 1:
                del text[place]
            else:
                text.insert(place, chance.randrange(256))
        lines.append(bytes(text).replace(b"\n", b" "))
    lines.append(b"x" * (100 << 20))
    last = '{"jsonrpc":"2.0","id":"last","method":"initialize","params":{"protocolVersion":"2025-06-18"}}'
    lines.append(last.encode())
    ended = subprocess.run([PROGRAM, "mcp"], input=b"\n".join(lines) + b"\n", cwd=folder, capture_output=True, timeout=300)
    answers = [json.loads(line) for line in ended.stdout.decode().splitlines()]
    check("damaged messages end no server", ended.returncode, 0)
    check("the last message is answered", any(answer.get("id") == "last" and "result" in answer for answer in answers), True)
    check("all answers are of the protocol", all(answer.get("jsonrpc") == "2.0" for answer in answers), True)


def client(_program, folder):
    project(folder)
    asyncio.run(drive(folder))
    hostile(folder, 10_000, 1)
    asyncio.run(change(folder))


run(client, "usage: mcp_client.py PROGRAM")
