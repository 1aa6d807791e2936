// Pages of one place that turn by themselves. They stand still while somebody points at them, or has gone there by keyboard.

const TURN_MS = 12_000;

/** Call `turn` again and again for what `node` shows, until the function that is returned is called. */
export function keepTurning(node, turn) {
  node.tabIndex = 0;
  const timer = setInterval(() => node.matches(":hover, :focus-within") || turn(), TURN_MS);
  return () => {
    clearInterval(timer);
    node.removeAttribute("tabindex");
  };
}
