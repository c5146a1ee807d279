/** The share of faults that must be noticed. */
const GOAL = 0.9;

/**
 * Judges a run of `npm run mutants`. A run fails when tests noticed too few faults, when a fault could not be planted, and
 * when no fault of a kind was tried: it would otherwise succeed without having shown anything.
 * @param {Record<string, { noticed: number, tried: number, invalid: string[] }>} counts by kind of fault; `invalid`: why
 * each of those could not be planted
 * @returns the lines to print, and whether the run succeeded
 */
export function verdictOf(counts) {
  const lines = [];
  let isGood = true;
  const fail = (line) => {
    lines.push(line);
    isGood = false;
  };
  const kinds = Object.entries(counts);
  if (kinds.length === 0) fail('No fault was tried.');
  for (const [kind, { noticed, tried, invalid }] of kinds) {
    for (const reason of invalid) fail(`${kind}: could not be planted: ${reason}`);
    if (tried === 0) fail(`${kind}: no fault was tried`);
    else if (noticed / tried < GOAL)
      fail(`${kind}: ${noticed} of ${tried} noticed, fewer than ${GOAL * 100} of 100`);
    else lines.push(`${kind}: ${noticed} of ${tried} noticed`);
  }
  return { lines, isGood };
}
