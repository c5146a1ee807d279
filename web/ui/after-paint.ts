/**
 * Runs work triggered by a press after the press itself is visible: the next frame is painted first. In a hidden tab no
 * frame is painted, and it runs immediately.
 */
export function afterPaint(run: () => void): void {
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
}
