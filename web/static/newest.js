// Answers may come in another order than the questions: none is painted after one that was asked for later.

/** Gives a function that waits for an answer and paints it; it gives the answer, and whether nothing was asked since: `newest`. */
export function newestOf(paint) {
  let asked = 0;
  let painted = 0;
  return async (answering) => {
    const mine = ++asked;
    const answer = await answering;
    if (answer.ok && mine > painted) {
      painted = mine;
      paint(answer);
    }
    return { ...answer, newest: mine === asked };
  };
}
