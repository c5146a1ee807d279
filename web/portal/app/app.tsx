import { RouterProvider } from '@tanstack/react-router';
import { router } from './router.tsx';

export { prepare } from './prepare.ts';

/** The portal of who is signed in. */
export function App() {
  return <RouterProvider router={router} />;
}
