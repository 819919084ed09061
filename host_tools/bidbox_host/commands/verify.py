"""bidbox verify FILE..."""

import json
from pathlib import Path

import click

from bidbox_host.journal import Report, read_log, verify
from bidbox_host.journal.keys import load_keys


@click.command()
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path)
)
@click.option("--keys", "keys_file", type=click.Path(path_type=Path), help="The keys file.")
@click.option("--device", default="", help="The device that the log must be from.")
@click.option("--require-key", is_flag=True, help="Fail if the seals cannot be checked.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each file.")
@click.pass_context
def command(
    context: click.Context,
    files: tuple[Path, ...],
    keys_file: Path | None,
    device: str,
    require_key: bool,
    as_json: bool,
) -> None:
    """Check that downloaded logs are whole and unaltered.

    Exit status 0: nothing wrong was found. 1: something is wrong, or a log is open-ended.
    Without the device's key the seals are not checked, and the report says so.
    """
    keys = load_keys(keys_file)
    good = True
    for file in files:
        report = verify(read_log(file), keys, device)
        good = good and report.ok and (report.proved or not require_key)
        if as_json:
            click.echo(json.dumps(report.as_json()))
        else:
            _show(report)
    context.exit(0 if good else 1)


def _show(report: Report) -> None:
    click.echo(f"{report.name}: {report.verdict}")
    device = report.device
    if device is not None:
        click.echo(
            f"  device {device.device}, table {device.table}, firmware {device.firmware},"
            f" laws {device.laws} (table {device.table_crc:08x})"
        )
    unsealed = f", {report.unsealed} not sealed" if report.unsealed else ""
    closed = f", closed {report.closed:%Y-%m-%d %H:%M:%S} UTC" if report.closed else ""
    click.echo(
        f"  records {report.first} to {report.last}, {report.boards} sealed boards"
        f"{unsealed}{closed}"
    )
    click.echo(f"  {report.proof}")
    for problem in report.problems:
        click.echo(f"  - {problem}")
