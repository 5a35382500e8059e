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
from mcp_project import ARGUMENTS, write_project

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""

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


def identifier(chance):
    return chance.choice(["1", "2", "-0", "1.0", "1e400", "9" * 400, '"x"', '""', "null", "true", "[]", "{}", '"\\u0000"'])


def hostile_line(chance):
    """A message of any kind, with any identifier, whole or damaged."""
    meta = (
        '"_meta":{"io.modelcontextprotocol/protocolVersion":"%s","io.modelcontextprotocol/clientCapabilities":{}}'
        % chance.choice(["2026-07-28", "1999-01-01", ""]))
    method = chance.choice([
        "tools/list", "tools/destroy", "resources/read", "resources/subscribe", "notifications/cancelled", "ping",
        "server/discover", "prompts/get", "completion/complete", "initialize", "notifications/initialized", ""])
    params = chance.choice([
        "{}", "[]", "null", "7", "{%s}" % meta, '{"requestId":1}', '{"protocolVersion":7}',
        '{"uri":"experiments://project",%s}' % meta, '{"uri":"experiments://../../etc/passwd",%s}' % meta,
        '{"name":"list_sources","arguments":[],%s}' % meta, "[" * 10_000, '{"a":' * 10_000])
    message = chance.choice([
        '{"jsonrpc":"2.0","id":%s,"method":"%s","params":%s}' % (identifier(chance), method, params),
        '{"jsonrpc":"2.0","method":"%s","params":%s}' % (method, params),
        '{"jsonrpc":"2.0","id":%s,"result":{}}' % identifier(chance),
        '{"id":%s}' % identifier(chance)])
    text = bytearray(chance.choice([message, message, "[%s,%s]" % (message, message), "[]"]), "utf-8")
    for _ in range(chance.choice([0, 0, 1, 2, 5])):
        place = chance.randrange(len(text))
        # A byte that no UTF-8 has, a NUL, or any other.
        byte = chance.choice([0xFF, 0, chance.randrange(256)])
        kind = chance.randrange(3)
        if kind == 0:
            text[place] = byte
        elif kind == 1:
            text.insert(place, byte)
        elif len(text) > 1:
            del text[place]
    return bytes(text).replace(b"\n", b" ")


def hostile(folder, count, seed):
    """Sends such messages, and expects that the server answers the last one as usual and ends with its input."""
    chance = random.Random(seed)
    lines = [hostile_line(chance) for _ in range(count)]
    lines.append(b"x" * (100 << 20))
    last = '{"jsonrpc":"2.0","id":"last","method":"initialize","params":{"protocolVersion":"2025-06-18"}}'
    lines.append(last.encode())
    ended = subprocess.run([PROGRAM, "mcp"], input=b"\n".join(lines) + b"\n", cwd=folder, capture_output=True, timeout=300)
    answers = [json.loads(line) for line in ended.stdout.decode().splitlines()]
    single = [answer for entry in answers for answer in (entry if isinstance(entry, list) else [entry])]
    check("hostile messages end no server", ended.returncode, 0)
    check("the last message is answered", any(answer.get("id") == "last" and "result" in answer for answer in single), True)
    check("all answers are of the protocol", all(answer.get("jsonrpc") == "2.0" for answer in single), True)


def closed_pipe(folder):
    """The server ends by itself when nobody reads its answers, and when it is asked to end."""
    line = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    server = subprocess.Popen([PROGRAM, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
    server.stdout.close()
    try:
        for _ in range(10_000):
            server.stdin.write(line)
        server.stdin.flush()
    except BrokenPipeError:
        pass
    check("a closed pipe ends the server", server.wait(timeout=60) in (0, 141), True)
    server = subprocess.Popen([PROGRAM, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
    server.stdin.write(line)
    server.stdin.flush()
    check("a ping is answered", json.loads(server.stdout.readline())["result"], {})
    server.terminate()
    check("a signal ends the server", server.wait(timeout=60) is not None, True)


def client(_program, folder):
    write_project(folder)
    asyncio.run(drive(folder))
    hostile(folder, 10_000, 1)
    closed_pipe(folder)
    asyncio.run(change(folder))


run(client, "usage: mcp_client.py PROGRAM")
