import '../ui/styles/base.css';
import 'react-dom/client';

/** Starts in three steps, each a task of its own, so that a slow phone is not blocked for long. */
async function begin(): Promise<void> {
  await import('../ui/provider.tsx');
  const { start } = await import('./start.tsx');
  await start();
}

void begin();
