import '../ui/styles/base.css';
import 'react-dom/client';

/** What everything stands on comes up in three steps, each a task of its own: in one it would hold a slow phone for long. */
async function begin(): Promise<void> {
  await import('../ui/provider.tsx');
  const { start } = await import('./start.tsx');
  await start();
}

void begin();
