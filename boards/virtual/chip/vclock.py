"""Device time on a chip is the chip's own: what a modelled bus would take is not waited for."""


def spend(ns):
    pass
