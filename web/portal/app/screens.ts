import type { Screen } from '../shared/screen.ts';
import { laterScreens } from './later.tsx';

/** Every screen behind the session check. A noun is added here, and nowhere else. */
export const screens: readonly Screen[] = [...laterScreens];
