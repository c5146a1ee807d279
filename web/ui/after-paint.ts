/**
 * Runs what a press leads to once the press itself is answered on the screen: the next frame is painted first. In a tab that
 * nobody sees no frame is painted, and it runs at once.
 */
export function afterPaint(run: () => void): void {
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}
