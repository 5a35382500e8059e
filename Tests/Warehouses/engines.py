"""The engines that run statements, each with the tables of a project."""

from __future__ import annotations

import csv
import io
import os
import pathlib
import shutil
import sqlite3
import subprocess

from drawing import text_of

EXPOSURES = ("unit", "experiment", "group", "at")
EVENTS = ("unit", "name", "at", "value", "id")


class Engine:
    """An engine. Names in its SQL are quoted with `"`, unless a subclass says otherwise."""

    name = dialect = ""
    verb = "compared"
    texts, times, numbers = "VARCHAR", "TIMESTAMP", "DOUBLE"
    ending = ""

    def quoted(self, name: str) -> str:
        return '"' + name.replace('"', '""') + '"'

    def literal(self, value) -> str:
        if value is None:
            return "NULL"
        if isinstance(value, float):
            return repr(value)
        return "'" + value.replace("'", "''") + "'"

    def script(self, project) -> list[str]:
        """Returns statements that make the tables anew."""

        def create(name: str, columns: tuple[str, ...]) -> str:
            kinds = {"at": self.times, "value": self.numbers}
            listed = ", ".join(
                f"{self.quoted(project.columns[each])} {kinds.get(each, self.texts)}" for each in columns
            )
            return f"CREATE TABLE {name} ({listed}){self.ending}"

        rows = [(u, e, g, text_of(at)) for u, e, g, at in project.exposures]
        others = [(u, n, text_of(at), v, i) for u, n, at, v, i in project.events]
        script = [f"DROP TABLE IF EXISTS {name}" for name in ("exposures", "events")]
        for name, columns, values in (("exposures", EXPOSURES, rows), ("events", EVENTS, others)):
            script.append(create(name, columns))
            if values:
                lines = ",".join("(" + ",".join(map(self.literal, row)) + ")" for row in values)
                script.append(f"INSERT INTO {name} VALUES {lines}")
        return script

    def answer(self, statement: str, project, seed: int) -> list[dict] | None:
        raise NotImplementedError

    def close(self) -> None:
        pass


def named(columns, rows) -> list[dict]:
    return [dict(zip([name.lower() for name in columns], row)) for row in rows]


class SQLite(Engine):
    name = dialect = "sqlite"
    texts, times, numbers = "TEXT COLLATE NOCASE", "TEXT", "REAL"

    def answer(self, statement, project, seed):
        database = sqlite3.connect(":memory:")
        for line in self.script(project):
            database.execute(line)
        found = database.execute(statement)
        return named([column[0] for column in found.description], found.fetchall())


class DuckDB(Engine):
    name = dialect = "duckdb"

    def __init__(self):
        import duckdb

        self.database = duckdb.connect()
        self.database.execute("SET TimeZone = 'Asia/Tokyo'")

    def answer(self, statement, project, seed):
        for line in self.script(project):
            self.database.execute(line)
        found = self.database.execute(statement)
        return named([column[0] for column in found.description], found.fetchall())


class ClickHouse(Engine):
    name = dialect = "clickhouse"
    texts, times, numbers = "Nullable(String)", "DateTime64(3, 'UTC')", "Nullable(Float64)"
    ending = " ENGINE = Memory"

    def __init__(self, folder: pathlib.Path):
        from chdb import session

        self.session = session.Session(str(folder / "clickhouse"))
        self.session.query("CREATE DATABASE IF NOT EXISTS shop")
        self.session.query("USE shop")

    def quoted(self, name):
        return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'

    def literal(self, value):
        if isinstance(value, str):
            return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
        return super().literal(value)

    def answer(self, statement, project, seed):
        for line in self.script(project):
            self.session.query(line)
        printed = self.session.query(statement, "CSVWithNames").bytes().decode()
        lines = list(csv.reader(io.StringIO(printed)))
        return named(lines[0], lines[1:])

    def close(self):
        self.session.close()


class PostgreSQL(Engine):
    name = dialect = "postgres"
    texts, numbers = "text", "double precision"

    def __init__(self, folder: pathlib.Path):
        places = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
        found = str(places[-1]) if places else os.path.dirname(shutil.which("initdb") or "")
        if not found:
            raise ImportError("PostgreSQL is not installed (Debian: postgresql)")
        self.folder = folder / "postgres"
        self.folder.mkdir()
        self.programs = found
        self.user = []
        # The server does not run as root.
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            self.user = ["runuser", "-u", "postgres", "--"]
        self.run("initdb", "-D", f"{self.folder}/data", "-A", "trust", "--locale=C.UTF-8", "-E", "UTF8")
        settings = ["listen_addresses=", f"unix_socket_directories={self.folder}", "fsync=off"]
        settings.append("timezone=Asia/Tokyo")
        options = " ".join(f"-c {setting}" for setting in settings)
        log = f"{self.folder}/log"
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-o", options, "-l", log, "-w", "start")

    def run(self, program: str, *arguments: str) -> None:
        command = [*self.user, f"{self.programs}/{program}", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/")
        if done.returncode != 0:
            raise ImportError(f"{program} failed: {done.stderr.strip()[:300]}")

    def psql(self, text: str) -> str:
        options = ["-X", "-q", "--csv", "-v", "ON_ERROR_STOP=1", "-h", str(self.folder)]
        command = [*self.user, "psql", *options, "postgres"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, cwd="/")
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip())
        return done.stdout

    def answer(self, statement, project, seed):
        self.psql(";\n".join(self.script(project)) + ";")
        lines = list(csv.reader(io.StringIO(self.psql(statement + ";"))))
        return named(lines[0], lines[1:])

    def close(self):
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop")


class Snowflake(Engine):
    """The dialect, by fakesnow: on DuckDB, so only that a statement means the same after a translation."""

    name = dialect = "snowflake"
    limit = 60

    def __init__(self):
        import fakesnow
        import snowflake.connector
        import sqlglot

        self.parse = sqlglot.parse_one
        self.patch = fakesnow.patch()
        self.patch.__enter__()
        self.connection = snowflake.connector.connect(database="shop", schema="public")
        self.cursor = self.connection.cursor()
        self.count = 0

    def quoted(self, name):
        # The dialect takes a name in lower case for the usual one in upper case.
        usual = name.upper() if name.isidentifier() and name.islower() else name
        return super().quoted(usual)

    def literal(self, value):
        if isinstance(value, str):
            return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
        return super().literal(value)

    def answer(self, statement, project, seed):
        self.parse(statement, dialect="snowflake")
        self.count += 1
        if self.count > self.limit:
            return None
        for line in self.script(project):
            self.cursor.execute(line)
        found = self.cursor.execute(statement)
        return named([column[0] for column in found.description], found.fetchall())

    def close(self):
        self.patch.__exit__(None, None, None)


class BigQuery(Engine):
    """Only the dialect: every statement is parsed."""

    name = dialect = "bigquery"
    verb = "compared; all statements were parsed"

    def __init__(self):
        import sqlglot

        self.parse = sqlglot.parse_one

    def answer(self, statement, project, seed):
        self.parse(statement, dialect="bigquery")
        return None


def available(folder: pathlib.Path, names: list[str] | None) -> list[Engine]:
    """Returns the engines that are here. Others are named with the reason."""
    makers = {
        "sqlite": SQLite, "duckdb": DuckDB, "clickhouse": lambda: ClickHouse(folder),
        "postgres": lambda: PostgreSQL(folder), "snowflake": Snowflake, "bigquery": BigQuery,
    }
    engines = []
    for name, make in makers.items():
        if names and name not in names:
            continue
        try:
            engines.append(make())
        except ImportError as reason:
            print(f"skipped: {name} is not here: {reason}", flush=True)
    return engines
