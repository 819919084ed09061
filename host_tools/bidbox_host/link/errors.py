"""What can go wrong on the way to a device, each as one line that says what to do."""

from bidbox_host.errors import BidboxError


class LinkError(BidboxError):
    """Anything between this program and a device."""


class PortError(LinkError):
    """The port could not be opened."""


class NoPort(PortError):
    def __init__(self, name: str) -> None:
        super().__init__(f"{name}: there is no such port; `bidbox ports` lists those there are")


class PortBusy(PortError):
    def __init__(self, name: str) -> None:
        super().__init__(f"{name}: busy, another program has it open; close that and try again")


class PortForbidden(PortError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name}: no permission; on Linux add yourself to the group that owns it (dialout)"
        )


class NotAPort(PortError):
    def __init__(self, name: str) -> None:
        super().__init__(f"{name}: is no serial port; `bidbox ports` lists those there are")


class Gone(LinkError):
    """The port was there and is no longer: unplugged, or the device is asleep."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name}: the device is gone; plug it in again")


class NoAnswer(LinkError):
    def __init__(self, name: str, heard: str = "") -> None:
        text = f'; it last said "{heard}"' if heard else ""
        super().__init__(f"{name}: the device does not answer; is it on, and ready?{text}")


class Restarted(LinkError):
    """The device was started again, or another one took its place: begin anew with a hello."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name}: the device was restarted; try again")


class NotBidbox(LinkError):
    def __init__(self, name: str, heard: str) -> None:
        super().__init__(
            f"{name}: MicroPython runs there, without Bidbox: `bidbox deploy {name} …` puts it on"
            if heard.rstrip().endswith(">>>")
            else f'{name}: answers, but not as a Bidbox device: "{heard}"; deploy it first'
        )


class FlashCorrupt(LinkError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name}: the device's file system is corrupt, so no program runs on it;"
            " read its flash out for recovery, then deploy it again"
        )


class VersionMismatch(LinkError):
    def __init__(self, name: str, firmware: str, theirs: int, ours: int) -> None:
        what = "this program" if theirs > ours else "the device"
        super().__init__(
            f"{name}: firmware {firmware} speaks link version {theirs}, this program version"
            f" {ours}; update {what}"
        )


class Refused(LinkError):
    """The device understood and said no."""

    def __init__(self, name: str, request: str, reason: str) -> None:
        super().__init__(f"{name}: the device refused `{request}`: {reason}")
        self.reason = reason


class Incomplete(LinkError):
    """A download that could not be finished; what came is kept for the next one."""

    def __init__(self, name: str, missing: int, why: str) -> None:
        super().__init__(
            f"{name}: {why} with {missing} records missing; try again, the rest is kept"
        )


class Empty(LinkError):
    """There is nothing to download."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name}: the device holds no records; there is nothing to download")


class WrongJournal(LinkError):
    """The journal is not the one that was being read, or does not verify."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
