"""A program for tests of the virtual board: beats, echoes lines, sends and hears radio frames."""

import asyncio
import select
import sys
import time

import aioespnow
import machine
import network

started = time.ticks_ms()
buzzer = machine.PWM(machine.Pin(19), freq=2000, duty_u16=0)
wlan = network.WLAN(network.STA_IF)
wlan.active(True)
wlan.config(channel=1)
radio = aioespnow.AIOESPNow()
radio.active(True)
radio.config(rxbuf=2000)
radio.add_peer(b"\xff" * 6)
heard = []
acknowledged = []
period = 100
watchdog = None


async def beat():
    count = 0
    while True:
        await asyncio.sleep_ms(period)
        count += 1
        if watchdog is not None:
            watchdog.feed()
        buzzer.duty_u16(count)


async def listen():
    async for _, message in radio:
        heard.append((time.ticks_ms(), bytes(message)))


async def obey(line):
    global period, watchdog
    word, _, rest = line.partition(" ")
    if word == "echo":
        print(rest)
    elif word == "keep":
        with open("/kept.txt", "a") as file:
            file.write(rest + "\n")
        print("kept")
    elif word == "kept":
        with open("/kept.txt") as file:
            print(file.read().split())
    elif word == "period":
        period = int(rest)
    elif word == "cause":
        print("cause", machine.reset_cause())
    elif word == "reset":
        machine.reset()
    elif word == "watchdog":
        machine.WDT(timeout=1000)
    elif word == "fed":
        watchdog = machine.WDT(timeout=1000)
    elif word == "radio":
        radio.send(b"\xff" * 6, rest, False)
    elif word == "unicast":
        peer = bytes.fromhex(rest)
        radio.add_peer(peer)
        for i in range(50):
            acknowledged.append(radio.send(peer, "m%d" % i))
    elif word == "spin":
        while True:
            pass


async def serve():
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    reader = asyncio.StreamReader(sys.stdin.buffer)
    line = b""
    while True:
        byte = await reader.read(1)
        if byte == b"\n":
            await obey(line.decode())
            line = b""
        else:
            line += byte


async def main():
    await asyncio.gather(beat(), listen(), serve())


asyncio.run(main())
