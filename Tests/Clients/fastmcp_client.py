"""Drives `experiments mcp` with fastmcp's client: every tool, resource, prompt and completion, and subscriptions.

usage: fastmcp_client.py PROGRAM
"""

import asyncio
import os
import sys

import jsonschema
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from mcp.types import PromptReference

from checks import check, run
from mcp_project import ALLOW, ARGUMENTS, files, write_project, write_values

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""
LIMIT = 10_000


def client_of(folder, *options, **more):
    transport = StdioTransport(PROGRAM, ["mcp", *options], cwd=str(folder), keep_alive=False)
    return Client(transport, timeout=60, **more)


def texts(result):
    return [block.text for block in result.content]


async def drive(folder, mode):
    async with client_of(folder, *ALLOW, mode=mode) as client:
        tools = await client.list_tools()
        check(f"{mode}: every tool has arguments here", {tool.name for tool in tools}, set(ARGUMENTS))
        for tool in tools:
            schema = tool.output_schema
            jsonschema.Draft202012Validator.check_schema(schema)
            result = await client.call_tool_mcp(tool.name, ARGUMENTS[tool.name])
            answer = result.model_dump(by_alias=True)
            if not answer["isError"]:
                jsonschema.validate(answer["structuredContent"], schema)
            length = sum(len(text) for text in texts(result))
            check(f"{mode}: {tool.name} answers in at most {LIMIT} characters", 0 < length <= LIMIT, True)
        for resource in await client.list_resources():
            text = (await client.read_resource(resource.uri))[0].text
            check(f"{mode}: {resource.uri} has a page", 0 < len(text) <= LIMIT, True)
        key = (await client.read_resource("experiments://keys/trial_days"))[0].text
        check(f"{mode}: a key is a resource", "trial_days" in key, True)
        templates = await client.list_resource_templates()
        check(f"{mode}: there are templates of resources", len(templates), 4)
        for prompt in await client.list_prompts():
            given = {argument.name: "trial_days" for argument in prompt.arguments or []}
            answer = await client.get_prompt(prompt.name, given)
            check(f"{mode}: the prompt {prompt.name} answers", bool(answer.messages), True)
        found = await client.complete(
            PromptReference(type="ref/prompt", name="find_out_why"), {"name": "key", "value": "tri"})
        check(f"{mode}: the name of a key is completed", found.values, ["trial_days"])


async def subscribe(folder):
    """A client that subscribed to a key and to the project file is told of changes to both."""
    told = asyncio.Queue()

    async def hear(message):
        uri = getattr(getattr(getattr(message, "root", message), "params", None), "uri", None)
        if uri is not None:
            await told.put(str(uri))

    async def expect(address, change):
        """Changes something again until the client is told, because following begins only some time after it."""
        for attempt in range(20):
            change(attempt)
            try:
                while await asyncio.wait_for(told.get(), 3) != address:
                    pass
                return True
            except asyncio.TimeoutError:
                pass
        return False

    def touch(_):
        os.utime(os.path.join(folder, "experiments.yaml"))

    async with client_of(folder, mode="legacy", message_handler=hear) as client:
        for address in ("experiments://keys/trial_days", "experiments://project"):
            await client.session.subscribe_resource(address)
        key = await expect("experiments://keys/trial_days", lambda attempt: write_values(folder, 8 + attempt % 9))
        check("a subscriber is told that a key changed", key, True)
        check("a subscriber is told that the project file changed", await expect("experiments://project", touch), True)


async def refuse(folder):
    """Without --allow, no tool changes a file of the project."""
    before = files(folder)
    async with client_of(folder) as client:
        for name, arguments in ARGUMENTS.items():
            result = await client.call_tool_mcp(name, arguments)
            check(f"{name} answers without --allow", bool(texts(result)), True)
            check(f"{name} changes nothing without --allow", files(folder), before)


def client(_program, folder):
    write_project(folder)
    asyncio.run(refuse(folder))
    for mode in ("legacy", "auto"):
        asyncio.run(drive(folder, mode))
        write_project(folder)
    asyncio.run(subscribe(folder))


run(client, "usage: fastmcp_client.py PROGRAM")
