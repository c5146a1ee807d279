import type { Path } from '../../ui/path.ts';
import { type OpsScreen, screens } from './screens.ts';

const isParameter = (part: string) => part.startsWith('$');

/** The screen at an address, if it is one of the table. */
function screenAt(pathname: string): OpsScreen | undefined {
  const parts = pathname.split('/');
  return screens.find(({ path }) => {
    const own = path.split('/');
    return own.length === parts.length && own.every((part, at) => isParameter(part) || part === parts[at]);
  });
}

/** A path with the parameters that the address of a screen has. */
function filled(path: Path, screen: OpsScreen, pathname: string): Path {
  const values = pathname.split('/');
  const names = screen.path.split('/');
  return path
    .split('/')
    .map((part) => (isParameter(part) ? values[names.indexOf(part)] : part))
    .join('/') as Path;
}

/** Where an address is: the screen of the menu that it belongs to, and the screen that it leads back to. */
export function placeOf(pathname: string): { menu?: Path; back?: { to: Path; screen: OpsScreen } } {
  const screen = screenAt(pathname);
  if (!screen) return {};
  if (screen.icon) return { menu: screen.path };
  const parent = screens.find(({ path }) => path === screen.under);
  if (!parent) return {};
  const to = filled(screen.under, screen, pathname);
  return { ...placeOf(to), back: { to, screen: parent } };
}
