import { Button, useMantineColorScheme } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { setLocale } from '../shared/locale.ts';
import { Link } from '../ui/link.tsx';
import { useLocale } from '../ui/locale.ts';
import classes from './gallery.module.css';
import { PARTS } from './parts.ts';
import { partPath } from './paths.ts';

/** Every page of the gallery: its parts, language and theme at the top. */
export function Frame() {
  const locale = useLocale();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const next = colorScheme === 'dark' ? 'light' : 'dark';
  return (
    <>
      <div className={classes.header}>
        <nav aria-label="Gallery" className={classes.nav} dir="ltr">
          {PARTS.map(({ path }) => (
            <Link key={path} to={partPath(path)} className={classes.link} data-part={path}>
              {path}
            </Link>
          ))}
        </nav>
        <Button size="xs" variant="default" onClick={() => void setLocale(locale === 'ar' ? 'en' : 'ar')}>
          {locale === 'ar' ? 'English' : 'العربية'}
        </Button>
        <Button size="xs" variant="default" onClick={() => setColorScheme(next)}>
          <bdi>{next}</bdi>
        </Button>
      </div>
      <main className={classes.main}>
        <Outlet />
      </main>
    </>
  );
}
