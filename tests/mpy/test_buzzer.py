"""The buzzer: silent at start, at once when asked, without allocation, and silent again."""

import asyncio
import time

import micropython

from drivers import buzzer

VM_ONLY = True


class Pwm:
    """A PWM that keeps what it was told: (ms, frequency, duty) at each change of duty."""

    def __init__(self):
        self.hz = 5000
        self.duty = 32768  # what a real one does when made carelessly
        self.trace = []
        self.recording = True

    def freq(self, hz):
        self.hz = hz

    def duty_u16(self, duty):
        self.duty = duty
        if self.recording:
            self.trace.append((time.ticks_ms(), self.hz, duty))


def _steps(pattern, first):
    """Return the tones (first = 0) or the times (1) of a pattern."""
    steps = buzzer.PATTERNS[pattern]
    return [steps[i] for i in range(first, len(steps), 2)]


def _play(*patterns, gap_ms=0):
    pwm = Pwm()
    device = buzzer.Buzzer(pwm)

    async def play():
        task = asyncio.create_task(device.run())
        await asyncio.sleep_ms(5)
        pwm.trace.clear()
        for pattern in patterns:
            device.request(pattern)
            await asyncio.sleep_ms(gap_ms)
        for _ in range(200):
            await asyncio.sleep_ms(10)
            if device.playing == buzzer.NOTHING:
                break
        task.cancel()

    asyncio.run(play())
    assert pwm.duty == 0
    return pwm.trace


def test_it_is_silent_from_the_start():
    pwm = Pwm()
    buzzer.Buzzer(pwm)
    assert pwm.duty == 0


def test_patterns_are_tones_and_pauses_and_short():
    assert len(buzzer.PATTERNS) == len(buzzer.NAMES)
    for pattern in buzzer.PATTERNS[1:]:
        assert len(pattern) % 2 == 0 and pattern[0] > 0
        assert sum(pattern[i] for i in range(1, len(pattern), 2)) <= 1000
    assert sum(_steps(buzzer.IRREGULARITY, 1)) <= 150
    assert len(set(buzzer.PATTERNS)) == len(buzzer.PATTERNS)


def test_a_pattern_is_played_as_written():
    for pattern in range(1, len(buzzer.PATTERNS)):
        trace = _play(pattern)
        heard = [hz if duty else 0 for _, hz, duty in trace]
        assert heard.pop() == 0
        assert heard == _steps(pattern, 0)
        for i in range(len(trace) - 1):
            lasts = time.ticks_diff(trace[i + 1][0], trace[i][0])
            assert abs(lasts - buzzer.PATTERNS[pattern][2 * i + 1]) < 40, (pattern, i, lasts)


def test_a_request_sounds_at_once_without_allocation_while_the_task_waits():
    pwm = Pwm()
    device = buzzer.Buzzer(pwm)

    async def ask():
        task = asyncio.create_task(device.run())
        await asyncio.sleep_ms(5)
        pwm.recording = False
        micropython.heap_lock()
        try:
            device.request(buzzer.IRREGULARITY)
        finally:
            micropython.heap_unlock()
        assert pwm.duty > 0 and pwm.hz == buzzer.PATTERNS[buzzer.IRREGULARITY][0]
        task.cancel()

    asyncio.run(ask())


def test_a_more_important_pattern_cuts_in_and_a_lesser_one_does_not():
    trace = _play(buzzer.IRREGULARITY, buzzer.CALL, gap_ms=20)
    assert [hz for _, hz, duty in trace if duty] == [2000, 1800, 2400]
    trace = _play(buzzer.CALL, buzzer.IRREGULARITY, gap_ms=20)
    assert [hz for _, hz, duty in trace if duty] == [1800, 2400]


def test_volume_0_is_silence():
    pwm = Pwm()
    device = buzzer.Buzzer(pwm, volume=0)
    device.request(buzzer.ALERT)
    assert pwm.duty == 0
