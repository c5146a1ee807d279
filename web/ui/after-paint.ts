/**
 * Runs work after the next frame is painted, so that the response to a press is visible first. Runs immediately in a
 * hidden tab, where no frame is painted.
 */
export function afterPaint(run: () => void): void {
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}
