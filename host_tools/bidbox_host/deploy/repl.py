"""A board at MicroPython's raw prompt: run code there, read and write its files.

The one module that knows mpremote, whose Python interface is said to change; all else here asks
for a `Board`, so that another transport or a later version of mpremote fits.
"""

import ast
import contextlib
import errno
import hashlib
import io
import re
import struct
from abc import ABC, abstractmethod
from binascii import b2a_base64
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from bidbox_host.deploy.errors import (
    BoardFailed,
    CorruptFlash,
    FlashFull,
    NoPrompt,
    Unplugged,
)
from bidbox_host.link.port import Port

_CHUNK = 768  # bytes of a file in one command: 1 KB as base64, which the smallest heap has
_RESET_S = 1.0
_ATTEMPTS = (0.2, 0.4, 1.0)  # of the patience, to break in
_EXCHANGE = 256 * 1024  # bytes; the longest answer is a fraction of it
_HELPERS = """
import os,sys,hashlib
from binascii import a2b_base64 as _d
def _h(p):
 h=hashlib.sha256();n=0;b=bytearray(512);v=memoryview(b)
 with open(p,'rb') as f:
  while 1:
   k=f.readinto(b)
   if not k: break
   h.update(v[:k]);n+=k
 return n,h.digest()[:8].hex()
def _w(p):
 for e in os.ilistdir(p):
  q=p+'/'+e[0]
  if e[1]&0x4000: _w(q)
  else: print(_h(q)+(q,))
def _m(p):
 i=1
 while 1:
  i=p.find('/',i+1)
  if i<0: break
  try: os.mkdir(p[:i])
  except OSError as e:
   if e.errno!=17: raise
def _c(a,b):
 _m(b)
 t=memoryview(bytearray(512))
 with open(a,'rb') as f,open(b,'wb') as g:
  while 1:
   k=f.readinto(t)
   if not k: break
   g.write(t[:k])
def _r(p):
 try: l=list(os.ilistdir(p))
 except OSError: return
 for e in l:
  if e[1]&0x4000: _r(p+'/'+e[0])
  else: os.remove(p+'/'+e[0])
 os.rmdir(p)
"""

Tell = Callable[[int], None]  # is told of bytes written since it was called last


@dataclass(frozen=True)
class FileState:
    """Length in bytes and the first 16 hex digits of the SHA-256 of a file."""

    size: int
    hash: str


class Board(ABC):
    """What a deployment needs. Paths are absolute; errors are those of deploy.errors.

    A subclass gives exec(), reset() and close(); all else is made of exec().
    """

    name: str

    @abstractmethod
    def exec(self, code: str) -> str:
        """Run code on the board and return what it printed."""

    @abstractmethod
    def reset(self) -> None:
        """Restart the chip; the board is gone from here then."""

    @abstractmethod
    def close(self) -> None:
        """Give the port back: RTS before DTR, so that no board is reset by it."""

    def start(self) -> None:
        """Define what the other methods use; once after the prompt was entered."""
        self.exec(_HELPERS)

    def ask(self, expression: str) -> Any:
        """Return the value, of literals only, of an expression."""
        text = self.exec(f"print(repr({expression}))")
        try:
            return ast.literal_eval(text.strip())
        except (ValueError, SyntaxError):
            raise BoardFailed(self.name, f"answered {text.strip()[:60]!r}") from None

    def list(self, path: str) -> list[str]:
        """Return the names in a folder, those of folders with a slash; [] if there is none."""
        try:
            found = self.ask(f"[(e[0],e[1]) for e in os.ilistdir({path!r})]")
        except FileNotFoundError:
            return []
        return sorted(name + "/" * bool(mode & 0x4000) for name, mode in found)

    def hashes(self, folder: str) -> dict[str, FileState]:
        """Return the state of every file under a folder, by path; {} if there is none."""
        try:
            text = self.exec(f"_w({folder!r})")
        except FileNotFoundError:
            return {}
        found = (ast.literal_eval(line) for line in text.splitlines())
        return {path: FileState(size, digest) for size, digest, path in found}

    def hash(self, path: str) -> FileState | None:
        """Return the state of a file, None if there is none."""
        try:
            return FileState(*self.ask(f"_h({path!r})"))
        except FileNotFoundError:
            return None

    def read(self, path: str) -> bytes | None:
        """Return a file's content, None if there is none."""
        try:
            self.exec(f"_f=open({path!r},'rb')")
        except FileNotFoundError:
            return None
        content = b""
        while piece := self.ask(f"_f.read({_CHUNK // 3})"):
            content += piece
        self.exec("_f.close()")
        return content

    def write(self, path: str, content: bytes, tell: Tell | None = None) -> None:
        """Write a file, and the folders it is in."""
        self.exec(f"_m({path!r})\n_f=open({path!r},'wb')")
        try:
            for at in range(0, len(content), _CHUNK):
                piece = content[at : at + _CHUNK]
                self.exec(f"_f.write(_d({b2a_base64(piece, newline=False)!r}))")
                if tell:
                    tell(len(piece))
        finally:
            with contextlib.suppress(FlashFull):
                self.exec("_f.close()")
        if self.hash(path) != state_of(content):
            raise BoardFailed(self.name, f"{path} was not written as it was sent")

    def put(self, path: str, content: bytes) -> None:
        """Replace a file in one step: a power cut leaves the old one or the new one."""
        self.write(path + ".new", content)
        self.exec(f"os.rename({path + '.new'!r},{path!r})")

    def copy(self, source: str, target: str) -> None:
        """Copy a file on the board."""
        self.exec(f"_c({source!r},{target!r})")

    def remove(self, path: str) -> None:
        """Remove a file or a folder with all that is in it; none is no error."""
        self.exec(f"try: os.remove({path!r})\nexcept OSError as e:\n if e.errno!=2: _r({path!r})")

    def free(self) -> tuple[int, int]:
        """Return the bytes free in the file system, and the bytes of a block."""
        block, _, blocks, free, *_ = self.ask("os.statvfs('/')")
        # littlefs counts each folder twice: when nearly full there are less than none, unsigned.
        return block * free if free <= blocks else 0, block


def state_of(content: bytes) -> FileState:
    return FileState(len(content), hashlib.sha256(content).hexdigest()[:16])


class _Bounded:
    """A serial port that gives no more than so much in one exchange: mpremote itself waits without
    end for the end of what a chattering device sends.
    """

    def __init__(self, port: serial.Serial) -> None:
        self._port = port
        self._left = 0

    def begin(self) -> None:
        self._left = _EXCHANGE

    def read(self, size: int = 1) -> bytes:
        data = self._port.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise TransportError("it sends without end")
        return data

    def __getattr__(self, name: str) -> Any:
        return getattr(self._port, name)


class _Transport(SerialTransport):
    """mpremote's, with one patience everywhere and a bound to what it reads."""

    serial: Any  # mpremote's port, then _Bounded
    patience_s = 0.0

    def bound(self) -> None:
        """Begin an exchange."""
        if not isinstance(self.serial, _Bounded):
            self.serial = _Bounded(self.serial)
        self.serial.begin()

    def read_until(
        self,
        min_num_bytes: int,
        ending: bytes,
        timeout: float | None = None,
        *rest: Any,
        **named: Any,
    ) -> Any:
        wait = self.patience_s if timeout is None else timeout
        return super().read_until(min_num_bytes, ending, wait, *rest, **named)


class SerialBoard(Board):
    """A board behind a serial port, its program interrupted. NoPrompt if it has no prompt."""

    patience_s = 10.0  # for a command to print something, or to end
    silence_s = 2.0  # inside one exchange

    def __init__(self, name: str) -> None:
        self.name = name
        try:
            self._transport = _Transport(name, timeout=self.silence_s)
        except (TransportError, OSError, serial.SerialException) as error:
            Port(name).close()  # says what is wrong
            raise Unplugged(name) from error
        self._transport.patience_s = self.patience_s
        try:
            self._enter()
        except BaseException:
            self.close()
            raise
        self.start()

    def _enter(self) -> None:
        """Break in; more than once, for what comes while a board starts is lost."""
        for share in _ATTEMPTS:
            try:
                self._quietly(self._transport.enter_raw_repl, True, share * self.patience_s)
                return
            except BoardFailed as error:
                reason = error
        raise NoPrompt(self.name) from reason

    def exec(self, code: str) -> str:
        out, error = self._quietly(self._transport.exec_raw, code, self.patience_s)
        if error:
            raise failure(self.name, error.decode(errors="replace"))
        return out.decode(errors="replace")

    def reset(self) -> None:
        with contextlib.suppress(BoardFailed, Unplugged):
            self._quietly(self._reset)

    def _reset(self) -> None:
        """Ask for a prompt anew: what was asked last may have been broken off in the middle."""
        transport = self._transport
        transport.serial.write(b"\r\x03\x03\r\x01")
        transport.read_until(1, b"raw REPL; CTRL-B to exit\r\n>", timeout=_RESET_S)
        transport.serial.write(b"import machine\nmachine.reset()\x04")
        transport.read_until(1, b"OK", timeout=_RESET_S)

    def close(self) -> None:
        with contextlib.suppress(OSError, serial.SerialException):
            self._transport.close()  # RTS, then DTR

    def _quietly(self, function: Callable[..., Any], *arguments: object) -> Any:
        """Call mpremote, which prints what it does not understand, and take its errors over."""
        self._transport.bound()
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                return function(*arguments)
        except TransportExecError as error:
            raise failure(self.name, error.error_output) from error
        except TransportError as error:
            raise BoardFailed(self.name, f"no answer ({error})") from error
        except (struct.error, IndexError) as error:
            raise BoardFailed(self.name, "the answer broke off") from error
        except (OSError, serial.SerialException) as error:
            raise Unplugged(self.name) from error


_NUMBERED = re.compile(r"OSError: (?:\[Errno )?(\d+)")


def failure(name: str, traceback: str) -> Exception:
    """Return the error that a traceback of the board stands for."""
    last = traceback.strip().splitlines()[-1] if traceback.strip() else "no reason given"
    match = _NUMBERED.search(last)
    number = int(match[1]) if match else 0
    for code, named in ((errno.ENOSPC, "ENOSPC"), (errno.ENOENT, "ENOENT"), (19, "ENODEV")):
        if number == code or named in last:
            if code == errno.ENOSPC:
                return FlashFull(name)
            if code == errno.ENOENT:
                return FileNotFoundError(errno.ENOENT, last)
            return CorruptFlash(name)
    return BoardFailed(name, last)
