"""Stand-in for the module `RPi.GPIO`, as strict as RPi.GPIO 0.7.1 and rpi-lgpio 0.6, with a header of its own.

It has the calls that gpiozero makes. It refuses what the real modules refuse, with the same exception.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

UNKNOWN, BOARD, BCM = -1, 10, 11
PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
OUT, IN = 0, 1
RISING, FALLING, BOTH = 31, 32, 33
SERIAL, SPI, I2C, HARD_PWM = 40, 41, 42, 43
CHANNELS = range(28)  # BCM numbers on the header
NO_BOUNCE = -666


class RpiGpio(ModuleType):
    """The module, and the pins of the machine: `press` closes a contact to ground, `duty` is what a pin puts out.

    Attributes:
        functions: the direction of each channel that is set up.
        pulls: the pull resistor of each input.
        opened: how often the numbering was set.
    """

    UNKNOWN, BOARD, BCM = UNKNOWN, BOARD, BCM
    PUD_OFF, PUD_DOWN, PUD_UP = PUD_OFF, PUD_DOWN, PUD_UP
    OUT, IN = OUT, IN
    RISING, FALLING, BOTH = RISING, FALLING, BOTH
    SERIAL, SPI, I2C, HARD_PWM = SERIAL, SPI, I2C, HARD_PWM

    def __init__(self) -> None:
        super().__init__("RPi.GPIO")
        self.functions: dict[int, int] = {}
        self.pulls: dict[int, int] = {}
        self.opened = 0
        self._mode = UNKNOWN
        self._out: dict[int, int] = {}
        self._pwms: dict[int, Pwm] = {}
        self._edges: dict[int, tuple[int, Callable[[int], object]]] = {}
        self._closed: set[int] = set()

    # --- the machine's side

    def press(self, channel: int, down: bool) -> None:
        """Close or open the contact between a pin and ground."""
        before = self._level(channel)
        (self._closed.add if down else self._closed.discard)(channel)
        edge, callback = self._edges.get(channel, (0, lambda _channel: None))
        if self._level(channel) != before and edge in (BOTH, FALLING if down else RISING):
            callback(channel)

    def duty(self, channel: int) -> float:
        """Return the share of time, 0 to 1, in which an output is high."""
        pwm = self._pwms.get(channel)
        return pwm.duty / 100 if pwm is not None and pwm.runs else float(self._out.get(channel, 0))

    def _level(self, channel: int) -> int:
        return int(channel not in self._closed and self.pulls.get(channel) == PUD_UP)

    # --- the module's side

    def setmode(self, mode: int) -> None:
        """Set the numbering."""
        if mode not in (BOARD, BCM) or self._mode not in (UNKNOWN, mode):
            raise ValueError("A different mode has already been set!")
        self._mode = mode
        self.opened += 1

    def setwarnings(self, _on: bool) -> None:
        """Do nothing: it warns of nothing."""

    def setup(self, channel: int, direction: int, pull_up_down: int = PUD_OFF, initial: int | None = None) -> None:
        """Make a channel an input or an output."""
        self._known(channel)
        if direction == OUT:
            if pull_up_down != PUD_OFF:
                raise ValueError("pull_up_down parameter is not valid for outputs")
            self.pulls.pop(channel, None)
            self._edges.pop(channel, None)
            self._out[channel] = int(bool(initial)) if initial is not None else self._out.get(channel, 0)
        elif direction == IN:
            if initial is not None or pull_up_down not in (PUD_OFF, PUD_DOWN, PUD_UP):
                raise ValueError("initial parameter is not valid for inputs")
            self.pulls[channel] = pull_up_down
            self._out.pop(channel, None)
        else:
            raise ValueError("An invalid direction was passed to setup()")
        self.functions[channel] = direction

    def gpio_function(self, channel: int) -> int:
        """Return the direction of a channel; an input if it is not set up."""
        self._known(channel)
        return self.functions.get(channel, IN)

    def input(self, channel: int) -> int:
        """Return the level of a channel."""
        self._known(channel)
        if channel not in self.functions:
            raise RuntimeError("You must setup() the GPIO channel first")
        return self._out[channel] if self.functions[channel] == OUT else self._level(channel)

    def output(self, channel: int, value: int) -> None:
        """Set the level of an output."""
        self._of_output(channel)
        self._out[channel] = int(bool(value))

    def PWM(self, channel: int, frequency: float) -> Pwm:
        """Return the pulse width modulation of an output, of which there can be one."""
        self._of_output(channel)
        if channel in self._pwms:
            raise RuntimeError("A PWM object already exists for this GPIO channel")
        made = self._pwms[channel] = Pwm(self, channel, frequency)
        return made

    def add_event_detect(
        self, channel: int, edge: int, callback: Callable[[int], object], bouncetime: int = NO_BOUNCE
    ) -> None:
        """Call a function at each edge of an input."""
        self._known(channel)
        if self.functions.get(channel) != IN:
            raise RuntimeError("You must setup() the GPIO channel as an input first")
        if edge not in (RISING, FALLING, BOTH):
            raise ValueError("The edge must be set to RISING, FALLING or BOTH")
        if bouncetime <= 0 and bouncetime != NO_BOUNCE:
            raise ValueError("Bouncetime must be greater than 0")
        if channel in self._edges:
            raise RuntimeError("Conflicting edge detection already enabled for this GPIO channel")
        self._edges[channel] = edge, callback

    def remove_event_detect(self, channel: int) -> None:
        """Stop calling back."""
        self._known(channel)
        self._edges.pop(channel, None)

    def cleanup(self, channel: int | None = None) -> None:
        """Make a channel, or all of them, an input without a pull; after all the numbering must be set again."""
        if channel is not None:
            self._known(channel)
        for each in list(self.functions) if channel is None else [channel]:
            for kept in (self.functions, self.pulls, self._out, self._edges):
                kept.pop(each, None)
        if channel is None:
            self._mode = UNKNOWN

    def forget(self, channel: int) -> None:
        """Let a channel have another pulse width modulation."""
        self._pwms.pop(channel, None)

    def _known(self, channel: int) -> None:
        if self._mode == UNKNOWN:
            raise RuntimeError("Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)")
        if channel not in CHANNELS:
            raise ValueError("The channel sent is invalid on a Raspberry Pi")

    def _of_output(self, channel: int) -> None:
        self._known(channel)
        if self.functions.get(channel) != OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")


class Pwm:
    """Pulse width modulation of one output, until it is collected, as the real one."""

    def __init__(self, module: RpiGpio, channel: int, frequency: float) -> None:
        self._module, self._channel = module, channel
        self.duty = 0.0
        self.runs = False
        self.ChangeFrequency(frequency)

    def start(self, duty: float) -> None:
        """Begin to put out."""
        self.ChangeDutyCycle(duty)
        self.runs = True

    def stop(self) -> None:
        """Put out a low level."""
        self.runs = False
        self._module.forget(self._channel)

    def ChangeDutyCycle(self, duty: float) -> None:
        """Set the share of time in percent."""
        if not 0.0 <= duty <= 100.0:
            raise ValueError("dutycycle must have a value from 0.0 to 100.0")
        self.duty = duty

    def ChangeFrequency(self, frequency: float) -> None:
        """Set the frequency in hertz."""
        if frequency <= 0.0:
            raise ValueError("frequency must be greater than 0.0")
