# SPDX-License-Identifier: Apache-2.0
# Counters that threads share, for JythonCost.
from java.lang import System
from java.util.concurrent import Callable
from java.util.concurrent.atomic import AtomicInteger
from threading import Lock


class Nothing(object):
    def add(self):
        pass

    def value(self):
        return -1


class Racy(object):
    def __init__(self):
        self.sum = 0

    def add(self):
        self.sum += 1

    def value(self):
        return self.sum


class Locked(object):
    def __init__(self):
        self.sum = 0
        self.lock = Lock()

    def add(self):
        with self.lock:
            self.sum += 1

    def value(self):
        return self.sum


class Atomic(object):
    def __init__(self):
        self.sum = AtomicInteger()

    def add(self):
        self.sum.incrementAndGet()

    def value(self):
        return self.sum.get()


class Task(Callable):
    def __init__(self, adder, times):
        self.adder = adder
        self.times = times

    def call(self):
        adder = self.adder
        for _ in xrange(self.times):
            adder.add()
        return None


class Timed(Task):
    def call(self):
        return min(self.nanos() for _ in range(5))

    def nanos(self):
        begin = System.nanoTime()
        Task.call(self)
        return System.nanoTime() - begin


ADDERS = {'nothing': Nothing, 'racy': Racy, 'lock': Locked, 'atomic-integer': Atomic}


def one_round(pool, name, tasks, times):
    adder = ADDERS[name]()
    for future in pool.invokeAll([Task(adder, times) for _ in range(tasks)]):
        future.get()
    return adder.value()


def minima(pool, name, tasks, times):
    adder = ADDERS[name]()
    return sorted(future.get() for future in pool.invokeAll([Timed(adder, times) for _ in range(tasks)]))
