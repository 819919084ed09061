"""What can go wrong in a deployment, each as one line that says what to do."""

from bidbox_host.errors import BidboxError


class DeployError(BidboxError):
    """Anything that ends a deployment; what ran before runs again."""


class Unplugged(DeployError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name}: the device is gone in the middle of the deployment; plug it in and deploy"
            " again: until then it runs the version it had"
        )


class NoPrompt(DeployError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name}: neither Bidbox nor MicroPython's prompt answers; is it an ESP32 with"
            " MicroPython? `bidbox flash` puts that on it"
        )


class BoardFailed(DeployError):
    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: the board could not do what it was asked: {why}; try again")


class FlashFull(DeployError):
    def __init__(self, name: str, detail: str = "") -> None:
        super().__init__(
            f"{name}: the flash is full{detail}; make room with `bidbox download --erase`, then"
            " deploy again; the version it had still runs"
        )


class CorruptFlash(DeployError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name}: the device's file system is corrupt. If its log is wanted, first keep a copy"
            " of the flash (`esptool read-flash 0 ALL flash.bin`); then `bidbox flash --erase`"
            " and deploy again"
        )


class WrongBoard(DeployError):
    def __init__(self, name: str, found: str, wanted: str) -> None:
        super().__init__(
            f"{name}: this is {found}, not {wanted}; give the right --board, or --force if its"
            " parts were changed"
        )


class KeyInUse(DeployError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name}: it holds records that were not downloaded, sealed with a key that this"
            " computer does not have; download them where it was deployed, or give --new-key"
        )


class NotAnswering(DeployError):
    """The new version was copied but does not run as it should."""

    def __init__(self, name: str, why: str, after: str) -> None:
        super().__init__(f"{name}: the new version {why}; {after}")
