import { createRoot } from 'react-dom/client';
import { config } from 'zod/mini';
import { App } from './app/app.tsx';
import { startLocale } from './shared/locale.ts';

// Compiled validators need `eval`, which the content security policy forbids.
config({ jitless: true });

await startLocale();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
